// Covers docs/requirements.md: 874, 875, 876

import { describe, expect, it } from 'vitest'
import { workbookFiles, workbookOf, zipOf } from '../../tests/support/files/workbook.ts'
import { readTable } from './read-table.ts'
import { UnreadableTable } from './unreadable-table.ts'

const bytesOf = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))))
const cellsOf = async (bytes: Uint8Array, name = 'a.csv') =>
  (await readTable(bytes, name)).table.rows.map(({ cells }) => cells)
const refusalOf = async (bytes: Uint8Array, name = 'a.csv') => {
  const error = await readTable(bytes, name).catch((thrown: unknown) => thrown)
  return error instanceof UnreadableTable ? error.refusal : error
}
/** 番号, 水道, 指針 in CP932. */
const [number, water, index] = [
  [0x94, 0xd4, 0x8d, 0x86],
  [0x90, 0x85, 0x93, 0xb9],
  [0x8e, 0x77, 0x90, 0x6a],
]

describe('a text file', () => {
  it.each([
    ['UTF-8', 'utf-8', bytesOf('番号,指針\r\nW-1,12\r\n')],
    ['UTF-8 with a mark', 'utf-8', bytesOf('\ufeff番号,指針\nW-1,12')],
    ['CP932', 'shift_jis', bytesOf(number, ',', index, '\r\nW-1,12\r\n')],
    ['Unicode text of Excel', 'utf-16le', Buffer.from('\ufeff番号\t指針\r\nW-1\t12\r\n', 'utf16le')],
    ['UTF-16 in the other order', 'utf-16be', Buffer.from('\ufeff番号\t指針\rW-1\t12', 'utf16le').swap16()],
  ])('is read in %s', async (_, encoding, bytes) => {
    expect(await readTable(bytes, 'a.txt')).toEqual({
      kind: 'text',
      encoding,
      table: {
        rows: [
          { number: 1, cells: ['番号', '指針'] },
          { number: 2, cells: ['W-1', '12'] },
        ],
      },
    })
  })

  it('keeps the characters of NEC and IBM and the wave dash that Windows writes', async () => {
    expect(await cellsOf(bytesOf([0x87, 0x40, 0xfa, 0xb1, 0x81, 0x60], ',', water))).toEqual([
      ['①﨑～', '水道'],
    ])
  })

  it.each([
    ['a lead byte before the end of a line', bytesOf(number, '\r\n', water, '\r\nW-1', [0x83], '\r\n'), 3],
    ['a lead byte at the end', bytesOf(number, '\n', [0x83]), 2],
    ['bytes that no encoding has', bytesOf('番号\n1\n2\n', [0xff, 0xff]), 4],
    [
      'half a character of UTF-16',
      Buffer.concat([Buffer.from('\ufeff番\n号', 'utf16le'), Buffer.from([0x00, 0xd8])]),
      2,
    ],
  ])('with %s is refused with its line', async (_, bytes, line) => {
    expect(await refusalOf(bytes)).toEqual({ reason: 'encoding', line })
  })

  it('has quoted cells with line breaks, and quotation marks inside of others', async () => {
    const text = '名\t備考\r\n"1号\r\n""北"""\t5" 配管\r\n"東"棟\t\r\n'
    expect((await readTable(bytesOf(text), 'a.tsv')).table.rows).toEqual([
      { number: 1, cells: ['名', '備考'] },
      { number: 2, cells: ['1号\r\n"北"', '5" 配管'] },
      { number: 4, cells: ['"東"棟'] },
    ])
  })

  it('is CSV where figures contain tabs less often than commas separate cells', async () => {
    expect(await cellsOf(bytesOf('a,b\n"1,234","x\ty"\n"=""007""",2\n'))).toEqual([
      ['a', 'b'],
      ['1,234', 'x\ty'],
      ['007', '2'],
    ])
  })

  it('leaves out empty rows and counts their lines', async () => {
    const empty = `${',\n'.repeat(200_000)}${'\n'.repeat(800_000)}`
    const { table } = await readTable(bytesOf(`a,b\n\n,,\n　,\n${empty}1,2\n`), 'a.csv')
    expect(table.rows).toEqual([
      { number: 1, cells: ['a', 'b'] },
      { number: 1_000_005, cells: ['1', '2'] },
    ])
  })

  it.each([
    [
      'a quotation mark without its end',
      bytesOf('a,b\n1,"2\n3,4\n'),
      'a.csv',
      { reason: 'open_quote', line: 2 },
    ],
    ['no text at all', bytesOf('\n,,\n'), 'a.csv', { reason: 'empty' }],
    ['a picture', bytesOf([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]), 'a.csv', { reason: 'not_text' }],
    ['more than 5 MB', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 'a.csv', { reason: 'too_large' }],
    [
      'more than 300 columns',
      bytesOf(`a\n${'1,'.repeat(300)}1\n`),
      'a.csv',
      { reason: 'too_many_columns', cell: 'KO2' },
    ],
    [
      'more than 20,000 rows',
      bytesOf('a,b\n'.repeat(20_021)),
      'a.csv',
      { reason: 'too_many_rows', line: 20_021 },
    ],
    ['the name of a workbook', bytesOf('a,b\n1,2\n'), 'a.xlsx', { reason: 'not_xlsx' }],
  ])('with %s is refused', async (_, bytes, name, refusal) => {
    expect(await refusalOf(bytes, name)).toEqual(refusal)
  })

  it('has 300 columns and 20,000 rows', async () => {
    expect((await cellsOf(bytesOf(`${'1,'.repeat(299)}1\n`)))[0]).toHaveLength(300)
    expect(await cellsOf(bytesOf('a,b\n'.repeat(20_001)))).toHaveLength(20_001)
  })
})

describe('a workbook', () => {
  const styles = `<numFmts count="3"><numFmt numFmtId="176" formatCode="[$-411]ggge&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/>
    <numFmt numFmtId="177" formatCode="0000"/><numFmt numFmtId="178" formatCode="#,##0.00_ &quot;days&quot;;[Red]-0"/>
    <numFmt numFmtId="179" formatCode="[h]:mm"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs>${[0, 14, 22, 176, 177, 178, 20, 179].map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`
  const rowOf = (cells: string) => ({ sheets: { 表: `<sheetData><row>${cells}</row></sheetData>` }, styles })

  it('is read with shared and rich texts, without the readings of its kanji', async () => {
    const bytes = await workbookOf({
      sheets: {
        説明: '<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>説明</t></is></c></row></sheetData>',
        台帳: `<sheetData><row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c></row>
          <row r="5"><c r="A5" t="inlineStr"><is><r><t>1_x000A_</t></r><r><t xml:space="preserve"> 号</t></r></is></c>
          <c r="B5" t="b"><v>1</v></c><c r="C5" t="e"><v>#N/A</v></c></row></sheetData>`,
      },
      hidden: ['説明'],
      strings:
        '<si><t>番号</t><rPh sb="0" eb="2"><t>バンゴウ</t></rPh></si><si><r><t>指</t></r><r><t>針 &amp; 値</t></r></si>',
    })
    expect(await readTable(bytes, 'a.xlsx')).toEqual({
      kind: 'xlsx',
      sheets: ['説明', '台帳'],
      sheet: '台帳',
      formulas: 0,
      table: {
        rows: [
          { number: 2, cells: ['番号', '', '指針 & 値'] },
          { number: 5, cells: ['1\n 号', 'TRUE', '#N/A'] },
        ],
      },
    })
    expect((await readTable(bytes, 'a.xlsx', '説明')).table.rows).toEqual([{ number: 1, cells: ['説明'] }])
    await expect(readTable(bytes, 'a.xlsx', '表紙')).rejects.toMatchObject({
      refusal: { reason: 'sheet_unknown' },
    })
  })

  it('shows figures and days as its cells do', async () => {
    const values = [
      [0, 0.1 + 0.2],
      [1, 45962],
      [2, 45962.375],
      [2, 45962],
      [3, 45962],
      [4, 12],
      [5, 1234.5],
      [6, 0.375],
      [7, 1],
      [1, 60],
      [1, 1],
    ]
    const bytes = await workbookOf(
      rowOf(values.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')),
    )
    expect(await cellsOf(bytes)).toEqual([
      [
        '0.3',
        '2025-11-01',
        '2025-11-01 09:00:00',
        '2025-11-01 00:00:00',
        '2025-11-01',
        '0012',
        '1234.5',
        '09:00:00',
        '24:00:00',
        '1900-02-29',
        '1900-01-01',
      ],
    ])
  })

  it('counts its days from 1904 if it says so', async () => {
    const bytes = await workbookOf({ ...rowOf('<c s="1"><v>44500</v></c>'), date1904: true })
    expect(await cellsOf(bytes)).toEqual([['2025-11-01']])
  })

  it('has the stored results of formulas', async () => {
    const cells =
      '<c r="A1"><f>B1*2</f><v>24</v></c><c r="B1" t="str"><f>""</f><v></v></c><c r="C1" t="str"><f>"a"</f><v>a</v></c>'
    expect(await readTable(await workbookOf(rowOf(cells)), 'a.xlsx')).toMatchObject({
      formulas: 2,
      table: { rows: [{ cells: ['24', '', 'a'] }] },
    })
  })

  it('has the text of a merged cell in all of its cells, within rows with a text of their own', async () => {
    const text = (ref: string, value: string) => `<c r="${ref}" t="inlineStr"><is><t>${value}</t></is></c>`
    const sheet = `<sheetData><row r="1">${text('A1', '北')}${text('B1', '1')}</row><row r="2">${text('B2', '2')}</row>
      <row r="3"/><row r="4">${text('C4', '3')}</row><row r="5">${text('B5', '4')}</row></sheetData>
      <mergeCells><mergeCell ref="A1:A4"/><mergeCell ref="B5:D5"/><mergeCell ref="A6:XFD1048576"/></mergeCells>`
    expect(await cellsOf(await workbookOf({ sheets: { 表: sheet } }))).toEqual([
      ['北', '1'],
      ['北', '2'],
      ['北', '', '3'],
      ['', '4', '4', '4'],
    ])
  })

  it('leaves out any number of empty rows', async () => {
    const empty = Array.from(
      { length: 100_000 },
      (_, at) => `<row r="${at + 2}" ht="15"><c r="A${at + 2}" s="1"/></row>`,
    )
    const bytes = await workbookOf({
      sheets: { 表: `<sheetData><row r="1"><c r="A1"><v>1</v></c></row>${empty.join('')}</sheetData>` },
    })
    const { table } = await readTable(bytes, 'a.xlsx')
    expect(table.rows).toEqual([{ number: 1, cells: ['1'] }])
  })

  it.each([
    [
      'a formula without a result',
      '<c r="A1"><v>1</v></c><c r="B1"><f>A1</f></c>',
      { reason: 'formula_without_value', cell: 'B1' },
    ],
    ['a cell beyond 300 columns', '<c r="XFD1"><v>1</v></c>', { reason: 'too_many_columns', cell: 'XFD1' }],
    ['a figure that is none', '<c r="A1"><v>x</v></c>', { reason: 'damaged' }],
    ['a cell without a place', '<c r="あ"><v>x</v></c>', { reason: 'damaged' }],
    ['an unknown entity', '<c r="A1" t="str"><v>&boom;</v></c>', { reason: 'damaged' }],
    ['nothing', '', { reason: 'empty' }],
  ])('with %s is refused', async (_, cells, refusal) => {
    expect(await refusalOf(await workbookOf(rowOf(cells.replaceAll('<c ', '<c '))), 'a.xlsx')).toEqual(
      refusal,
    )
  })

  it('with overlapping merged cells is refused before they are filled', async () => {
    const merge = '<mergeCell ref="A1:KN20000"/>'.repeat(1000)
    const rows = Array.from(
      { length: 10_000 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`,
    )
    const sheet = `<sheetData>${rows.join('')}</sheetData><mergeCells>${merge}</mergeCells>`
    expect(await refusalOf(await workbookOf({ sheets: { 表: sheet } }))).toEqual({ reason: 'damaged' })
  })

  it('that unpacks to far more than the file is refused', async () => {
    const files = workbookFiles({ sheets: { 表: `<sheetData>${' '.repeat(20_000_000)}</sheetData>` } })
    expect(await refusalOf(await zipOf(files), 'a.xlsx')).toEqual({ reason: 'zip_ratio' })
  })

  it.each([
    ['another archive', () => zipOf({ 'word/document.xml': '<w/>' }), { reason: 'not_xlsx' }],
    [
      'a document',
      () => zipOf({ ...workbookFiles({ sheets: {} }), '_rels/.rels': '<r/>' }),
      { reason: 'not_xlsx' },
    ],
    [
      'an encrypted archive',
      () => zipOf(workbookFiles({ sheets: { 表: '' } }), 'secret'),
      { reason: 'encrypted' },
    ],
    [
      'a cut file',
      async () => (await workbookOf({ sheets: { 表: '' } })).slice(0, 500),
      { reason: 'damaged' },
    ],
    ['an old workbook', async () => bytesOf([0xd0, 0xcf, 0x11, 0xe0], 'Workbook'), { reason: 'old_xls' }],
    [
      'a workbook with a password',
      async () =>
        Buffer.concat([bytesOf([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')]),
      { reason: 'encrypted' },
    ],
  ])('is not %s, which is refused', async (_, make, refusal) => {
    expect(await refusalOf(await make(), 'a.xlsx')).toEqual(refusal)
  })
})
