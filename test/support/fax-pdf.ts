/** A PDF of one page: a black square with fax compression, which WebAssembly decodes. */
export function faxPdf(): Buffer {
  const lines = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</XObject<</I 5 0 R>>>>>>endobj',
    '4 0 obj<</Length 31>>stream',
    'q 100 0 0 100 50 50 cm /I Do Q ',
    'endstream endobj',
    '5 0 obj<</Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 1/ColorSpace/DeviceGray/Decode[1 0]' +
      '/Filter/CCITTFaxDecode/DecodeParms<</K -1/Columns 8/Rows 8>>/Length 4>>stream',
    '',
  ]
  const end = '\nendstream endobj\ntrailer<</Root 1 0 R>>\n%%EOF'
  return Buffer.concat([Buffer.from(lines.join('\n')), Buffer.from([0xff, 0x00, 0x10, 0x01]), Buffer.from(end)])
}
