import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

interface Content {
  /** Of `sheetData`, with what follows it. */
  sheets: Record<string, string>
  hidden?: readonly string[]
  /** `si` elements. */
  strings?: string
  /** `numFmts` and `cellXfs`. */
  styles?: string
  date1904?: boolean
}

/** A ZIP of texts by their paths. */
export async function zipOf(files: Record<string, string>, password?: string): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    useWebWorkers: false,
    ...(password === undefined ? {} : { password }),
  })
  for (const [path, text] of Object.entries(files)) await writer.add(path, new TextReader(text))
  return writer.close()
}

const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([type, target], index) => `<Relationship Id="r${index}" Type="${office}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** The parts of an .xlsx file, as Excel names them. */
export function workbookFiles({
  sheets,
  hidden = [],
  strings,
  styles,
  date1904,
}: Content): Record<string, string> {
  const names = Object.keys(sheets)
  const listed = names.map(
    (name, index) =>
      `<sheet name="${name}" sheetId="${index + 1}" r:id="r${index}"${hidden.includes(name) ? ' state="hidden"' : ''}/>`,
  )
  return {
    '_rels/.rels': relations([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...names.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
      ['sharedStrings', 'sharedStrings.xml'],
      ['styles', '/xl/styles.xml'],
    ]),
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${strings ?? ''}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}">${styles ?? ''}</styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((xml, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="${main}">${xml}</worksheet>`,
      ]),
    ),
  }
}

export const workbookOf = (content: Content): Promise<Uint8Array> => zipOf(workbookFiles(content))
