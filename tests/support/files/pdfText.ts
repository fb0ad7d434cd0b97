import { inflateSync } from 'node:zlib'

interface PdfObject {
  head: string
  /** Uncompressed. */
  stream: () => string
}

/** Returns the text of each sheet of a PDF in the order in which Chromium draws it. */
export function textOfSheets(pdf: Buffer): string[] {
  const objects = objectsOf(pdf)
  const fonts = new Map<string, (codes: string) => string>()
  return sheetsIn(pdf, objects).map(({ drawn }) => {
    let decode = (_codes: string) => ''
    const parts = [...drawn.matchAll(/\/(F\d+) [\d.-]+ Tf|<([\dA-F]+)> Tj/gi)].map(([, font, codes]) => {
      if (font === undefined) return decode(codes ?? '')
      // A font is named by the number of its object.
      const map = referredTo(objects, objects.get(Number(font.slice(1)))?.head ?? '', /\/ToUnicode (\d+) 0 R/)
      const known = fonts.get(font) ?? decoderOf(map?.stream() ?? '')
      fonts.set(font, known)
      decode = known
      return ''
    })
    // Fonts give 日 and 一 as radicals.
    return parts.join('').normalize('NFKC')
  })
}

/** Returns the head and the drawing operators of each sheet of a PDF. */
export const sheetsIn = (pdf: Buffer, objects = objectsOf(pdf)) =>
  [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => ({ head, drawn: referredTo(objects, head, /\/Contents (\d+) 0 R/)?.stream() ?? '' }))

const referredTo = (objects: ReadonlyMap<number, PdfObject>, head: string, name: RegExp) =>
  objects.get(Number(name.exec(head)?.[1]))

function objectsOf(pdf: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>()
  const begin = /(\d+) 0 obj\s*<<([\s\S]*?)>>\s*(?:stream\r?\n|endobj)/g
  for (const { 0: all, 1: number, 2: head = '', index } of pdf.toString('latin1').matchAll(begin)) {
    const start = index + all.length
    objects.set(Number(number), {
      head,
      stream() {
        const bytes = pdf.subarray(start, start + Number(/\/Length (\d+)/.exec(head)?.[1]))
        return (head.includes('FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
      },
    })
  }
  return objects
}

const hexText = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Reads the table from a font's codes to characters. */
function decoderOf(table: string): (codes: string) => string {
  const digits = /begincodespacerange\s*<(\w+)>/.exec(table)?.[1]?.length ?? 4
  const characters = new Map<number, string>()
  for (const [, lines = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, code = '', character = ''] of lines.matchAll(/<(\w+)> <(\w+)>/g))
      characters.set(Number.parseInt(code, 16), hexText(character))
  for (const [, lines = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = '', last = '', character = ''] of lines.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g))
      for (let code = Number.parseInt(first, 16); code <= Number.parseInt(last, 16); code++) {
        const step = code - Number.parseInt(first, 16)
        characters.set(code, String.fromCodePoint(Number.parseInt(character, 16) + step))
      }
  return (codes) =>
    codes.replace(new RegExp(`.{${digits}}`, 'g'), (code) => characters.get(Number.parseInt(code, 16)) ?? '')
}
