import { withChangedBody } from './changed-body.ts'

/** The same response, but reading more than `most` bytes fails with `tooLarge`. */
export function boundedBody(response: Response, most: number, tooLarge: () => Error): Response {
  let size = 0
  return withChangedBody(response, (body) =>
    body.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform: (chunk, controller) => {
          size += chunk.length
          if (size > most) controller.error(tooLarge())
          else controller.enqueue(chunk)
        },
      }),
    ),
  )
}
