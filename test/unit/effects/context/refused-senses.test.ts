import { expect, it } from 'vitest'
import { lackIn } from '../../../../src/effects/context/refused-senses.ts'
import { statusError } from '../../../../src/llm/failure.ts'

/** Refusals as providers word them, in our own sentence, as they come. */

const picture = { type: 'image', mediaType: 'image/png', data: 'AA' } as const
const withPicture = { messages: [{ role: 'user' as const, content: [picture] }] }

it.each([
  [400, "'claude-2.1' does not support image input."], // Anthropic
  [400, 'Invalid content type. image_url is only supported by certain models.'], // OpenAI
  [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'], // llama.cpp
  [500, 'Failed to parse messages: Unsupported content part type: "image_url"; messages = ['], // llama.cpp, older
  [404, 'No endpoints found that support image input'], // OpenRouter
  [400, 'Failed to deserialize: messages[1]: unknown variant `image_url`, expected `text` at line 1'], // DeepSeek
  [400, 'this model does not support image input (ref: b8bd630e-4a39-4b57-82af-9158ee9d5703)'], // Ollama
  [500, 'Failed to process inputs: this model is missing data required for image input'], // Ollama
  [400, 'Image input is not enabled for this model'], // Mistral
  [400, 'Image input modality is not enabled for models/gemma-3-1b-it'], // Gemini
  [400, 'Image inputs are not supported by this model.'], // xAI
  [400, 'meta-llama/Llama-3.1-8B-Instruct is not a multimodal model'], // vLLM
  [400, 'At most 0 image(s) may be provided in one request.'], // vLLM, switched off
  [400, 'Model does not support images. Please use a model that does.'], // LM Studio
  [400, "This model doesn't support the image content block that you provided."], // Bedrock
  [400, 'The current model does not support vision.'],
])('%i "%s": this model takes no pictures', (status, said) => {
  expect(lackIn(statusError(status, said), withPicture)).toBe('blind')
  expect(lackIn(statusError(status, said), { messages: [] })).toBe(null)
})

it.each([
  // one bad picture
  [400, 'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes'],
  [400, 'Could not process image'],
  [400, 'image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels'],
  [400, 'The image was specified using the image/jpeg media type, but the image appears to be a image/png image'],
  [400, "image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'"],
  [400, 'Unable to process input image. Please retry or report in https://developers.generativeai.google/guide'],
  [400, 'You uploaded an unsupported image. Please make sure your image is valid.'],
  [400, "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png']."],
  [400, 'Unsupported MIME type: image/heic'],
  [400, 'Invalid request: unsupported image url: https://a.example/b.png'],
  [400, 'image is not a valid picture: only jpeg and png are accepted'],
  [500, 'Failed to load image or audio file'],
  // too many of them
  [400, 'Too much media: 0 document pages + 101 images > 100'],
  [400, 'At most 1 image(s) may be provided in one request.'],
  [500, 'this model only supports one image while more than one image requested'],
  // other things that have pictures in their names, or do not take what was asked of them
  [400, "Invalid schema for function 'edit_image': In context=(), object schema missing properties."],
  [400, "Invalid schema for function 'image': 'format' is not supported."],
  [404, 'The model `claude-vision` does not exist'],
  [400, 'The model gpt-4-vision-preview is not supported any more.'],
  [400, 'Function calling is not enabled for models/gemini-2.5-flash-image'],
  [400, 'The requested combination of response modalities (IMAGE) is not supported by the model.'],
  [400, "Hosted tool 'image_generation' is not supported with gpt-5"],
  [400, 'tools.3.custom.input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12'],
  [400, 'max_tokens is too large'],
  [400, 'Image: no.'],
  [429, 'This model does not support image input.'],
])('%i "%s" made a model that sees blind in all sessions', (status, said) => {
  expect(lackIn(statusError(status, said), withPicture)).toBe(null)
})

it('a refusal of a recording is one of what was sent', () => {
  const sound = { type: 'file', mediaType: 'audio/wav', name: 'a.wav', data: 'AA' } as const
  const asked = { messages: [{ role: 'user' as const, content: [sound] }] }
  for (const said of [
    'No endpoints found that support input audio',
    'Audio input is not supported by this model.',
    'unknown variant `input_audio`, expected `text`',
    'Audio input modality is not enabled for models/gemma-3-4b-it',
  ])
    expect(lackIn(statusError(400, said), asked), said).toBe('deaf')
  for (const said of [
    'This model does not support image input.',
    'Audio file might be corrupted or unsupported',
    'The audio format m4a is not supported.',
    'The model `gpt-audio` is not supported in this region',
  ])
    expect(lackIn(statusError(400, said), asked), said).toBe(null)
  expect(lackIn(statusError(400, 'Audio input is not supported.'), { messages: [] })).toBe(null)
})
