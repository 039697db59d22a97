declare module 'pdfmake/build/pdfmake' {
  const pdfMake: {
    addVirtualFileSystem: (files: unknown) => void
    createPdf: (definition: object) => { getBuffer: () => Promise<ArrayLike<number>> }
  }
  export default pdfMake
}
declare module 'pdfmake/build/vfs_fonts' {
  const files: Record<string, string>
  export default files
}
