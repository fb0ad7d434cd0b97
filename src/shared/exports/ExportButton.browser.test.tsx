// Covers docs/requirements.md: 825, 827, 828, 829

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ExportColumn, ExportFormat } from '../../../contract/exports/export-formats.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { savedFiles } from '../../../tests/support/components/savedFiles.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { ExportButton } from './ExportButton.tsx'
import { columnNames } from './exportNames.ts'

interface Row {
  name: string
  unit: string
}

const accounting: ExportFormat = {
  id: 4,
  name: '会計用',
  target: 'usages',
  encoding: 'cp932',
  columns: ['unit', 'name'],
  replacements: [],
}
const closingFormat: ExportFormat = { ...accounting, id: 5, name: '締め用', target: 'closings' }

let formats: ExportFormat[] = []
/** Method, path and body of each change. */
let sent: unknown[] = []
let isRefusing = false
let files: ReturnType<typeof savedFiles> = []

beforeEach(() => {
  localStorage.clear()
  formats = [accounting, closingFormat]
  sent = []
  isRefusing = false
  files = savedFiles()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname } = new URL(request.url)
    const success = (data: unknown) => Response.json({ success: true, data })
    if (request.method === 'GET') return success(formats)
    if (isRefusing) return new Response(null, { status: 503 })
    const id = Number(pathname.split('/')[4] ?? 9)
    const text = await request.text()
    sent.push([request.method, pathname.replace('/api/v1/export-formats', ''), text && JSON.parse(text)])
    const others = formats.filter((format) => format.id !== id)
    if (request.method === 'DELETE') formats = others
    else {
      const { organization_id: _, ...fields } = JSON.parse(text)
      formats = [...others, { id, ...fields }]
    }
    return success({ id, ...formats.find((format) => format.id === id) })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const texts: Partial<Record<ExportColumn, (row: Row) => string>> = {
  name: ({ name }) => name,
  unit: ({ unit }) => unit,
}

async function open(rows: Row[] | undefined) {
  await page.viewport(820, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  return showRouted(
    client,
    <ExportButton
      target="usages"
      columnsOf={(keys) =>
        (keys ?? (['name'] as const)).map((key) => ({
          key,
          title: columnNames[key],
          text: texts[key] ?? (() => ''),
        }))
      }
      rows={rows}
      fileName="usage.csv"
    />,
  )
}
type Screen = Awaited<ReturnType<typeof open>>

const press = (screen: Screen, name: string | RegExp = /^CSVダウンロード/) =>
  screen.getByRole('button', { name }).click()
async function choose(screen: Screen, name: string) {
  await press(screen, 'CSVの出力形式')
  await screen.getByRole('menuitem', { name }).click()
}
const count = (length: number) => expect.poll(() => files.length).toBe(length)
const bytesOf = async (index: number) => (await files[index]?.blob.arrayBuffer()) ?? new ArrayBuffer(0)
const cp932Of = async (index: number) =>
  new TextDecoder('shift_jis', { fatal: true }).decode(await bytesOf(index))

const plain = [{ name: '髙島①', unit: '㎡' }]
const odd = [
  { name: '𠮷田', unit: 'm³' },
  { name: '受電', unit: 'm³' },
]

describe('a CSV', () => {
  test('is saved by one press as on the screen, then in the format that was used last', async () => {
    const screen = await open(plain)
    await press(screen)
    await count(1)
    expect(new Uint8Array(await bytesOf(0)).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
    expect(await files[0]?.blob.text()).toBe('メーター名\r\n髙島①\r\n')
    await press(screen, 'CSVの出力形式')
    await expect.element(screen.getByRole('menuitem', { name: /締め用/ })).not.toBeInTheDocument()
    await screen.getByRole('menuitem', { name: '会計用（CP932）' }).click()
    await expect.element(screen.getByText('1行のCSVを保存しました（会計用、CP932）')).toBeVisible()
    await count(2)
    expect(await cp932Of(1)).toBe('単位,メーター名\r\n㎡,髙島①\r\n')
    await screen.unmount()
    const later = await open(plain)
    await press(later, 'CSVダウンロード（会計用）')
    await count(3)
    expect(await cp932Of(2)).toBe('単位,メーター名\r\n㎡,髙島①\r\n')
    await choose(later, '画面の列（UTF-8）')
    await count(4)
    await expect.element(later.getByRole('button', { name: 'CSVダウンロード', exact: true })).toBeVisible()
  })

  test('escapes a formula that a replacement makes', async () => {
    formats = [{ ...accounting, replacements: [{ character: '﹦', text: '=' }] }]
    const screen = await open([{ name: '﹦1', unit: '' }])
    await choose(screen, '会計用（CP932）')
    await count(1)
    expect(await cp932Of(0)).toBe("単位,メーター名\r\n,'=1\r\n")
  })

  test('cannot be saved until there are rows', async () => {
    const screen = await open(undefined)
    await expect.element(screen.getByRole('button', { name: 'CSVダウンロード' })).toBeDisabled()
  })
})

describe('what CP932 lacks', () => {
  test('is listed with its cells before the file is made, and a decision is kept', async () => {
    const screen = await open(odd)
    await choose(screen, '会計用（CP932）')
    const dialog = screen.getByRole('dialog', { name: 'CP932で表せない文字' })
    await dialogHasFocus(/CP932で表せない文字/)
    expect(files).toEqual([])
    const [cubic, yoshi] = [
      dialog.getByRole('textbox', { name: '「³」の代わり' }),
      dialog.getByRole('textbox', { name: '「𠮷」の代わり' }),
    ]
    await expect.element(cubic).toHaveValue('3')
    await expect.element(yoshi).toHaveValue('〓')
    await expect.element(dialog).toMatchTextContent(/2行目 単位「m³」、3行目 単位「m³」/)
    await expect.element(dialog).toMatchTextContent(/2行目 メーター名「𠮷田」/)
    await type(yoshi, '𠮷')
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText('CP932で表せる文字にしてください')).toBeVisible()
    await type(yoshi, '吉')
    await userEvent.keyboard('{Enter}')
    await count(1)
    expect(await cp932Of(0)).toBe('単位,メーター名\r\nm3,吉田\r\nm3,受電\r\n')
    const replacements = [
      { character: '³', text: '3' },
      { character: '𠮷', text: '吉' },
    ]
    const { id: _, ...fields } = accounting
    await expect.poll(() => sent).toEqual([['PUT', '/4', { ...fields, replacements, organization_id: 1 }]])
    await expect.element(dialog).not.toBeInTheDocument()
    await press(screen)
    await count(2)
    expect(await cp932Of(1)).toBe('単位,メーター名\r\nm3,吉田\r\nm3,受電\r\n')
    await expect.element(screen.getByText(/2種類の文字を置き換えました/).first()).toBeVisible()
  })

  test('is called by its code where there is nothing to see', async () => {
    const screen = await open([{ name: '受\u200b電', unit: '' }])
    await choose(screen, '会計用（CP932）')
    await expect.element(screen.getByRole('textbox', { name: '「U+200B」の代わり' })).toHaveValue('')
    await dialogHasFocus(/CP932で表せない文字/)
    await userEvent.keyboard('{Enter}')
    await count(1)
    expect(await cp932Of(0)).toBe('単位,メーター名\r\n,受電\r\n')
  })

  test('is left to the next time where a decision is not to be kept', async () => {
    const screen = await open(odd)
    await choose(screen, '会計用（CP932）')
    await dialogHasFocus(/CP932で表せない文字/)
    await screen.getByRole('checkbox', { name: /次からは尋ねない/ }).click()
    await screen.getByRole('button', { name: '置き換えて保存' }).click()
    await count(1)
    expect(sent).toEqual([])
    await press(screen)
    await dialogHasFocus(/CP932で表せない文字/)
    expect(files).toHaveLength(1)
  })

  test('is saved in UTF-8 instead, or not at all', async () => {
    const screen = await open(odd)
    await choose(screen, '会計用（CP932）')
    await dialogHasFocus(/CP932で表せない文字/)
    await screen.getByRole('button', { name: 'キャンセル' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(files).toEqual([])
    await press(screen)
    await dialogHasFocus(/CP932で表せない文字/)
    await screen.getByRole('button', { name: '置き換えずにUTF-8で保存' }).click()
    await count(1)
    expect(await files[0]?.blob.text()).toBe('単位,メーター名\r\nm³,𠮷田\r\nm³,受電\r\n')
  })

  test('is replaced in the file also where the decision cannot be kept', async () => {
    isRefusing = true
    const screen = await open(odd)
    await choose(screen, '会計用（CP932）')
    await dialogHasFocus(/CP932で表せない文字/)
    await screen.getByRole('button', { name: '置き換えて保存' }).click()
    await count(1)
    await expect.element(screen.getByText('置き換える文字を残せませんでした')).toBeVisible()
  })
})

describe('a format', () => {
  test('is added with chosen columns in a chosen order, and used from then on', async () => {
    const screen = await open(plain)
    await choose(screen, '出力形式を追加')
    const dialog = screen.getByRole('dialog', { name: '出力形式の追加' })
    await dialogHasFocus(/出力形式の追加/)
    await dialog.getByRole('button', { name: '登録' }).click()
    await expect.element(dialog.getByText('出力形式名を入力してください')).toBeVisible()
    await type(dialog.getByRole('textbox', { name: '出力形式名' }), 'ビル管理')
    await dialog.getByRole('combobox', { name: '文字コード' }).selectOptions('cp932')
    for (const name of ['使用量', '区分', '管理番号'])
      await dialog.getByRole('checkbox', { name, exact: true }).click()
    const down = dialog.getByRole('button', { name: 'メーター名を下へ' })
    await down.click()
    // The focus stays, and at the end the button does nothing.
    await expect.element(down).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await dialog.getByRole('button', { name: '登録' }).click()
    const body = {
      name: 'ビル管理',
      target: 'usages',
      encoding: 'cp932',
      columns: ['unit', 'name'],
      replacements: [],
      organization_id: 1,
    }
    await expect.poll(() => sent).toEqual([['POST', '', body]])
    await press(screen, 'CSVダウンロード（ビル管理）')
    await count(1)
    expect(await cp932Of(0)).toBe('単位,メーター名\r\n㎡,髙島①\r\n')
  })

  test('is changed, loses a replacement, and is deleted after a question', async () => {
    formats = [{ ...accounting, replacements: [{ character: '³', text: '3' }] }]
    const screen = await open(plain)
    await choose(screen, '「会計用」を編集')
    const dialog = screen.getByRole('dialog', { name: '出力形式の編集' })
    await dialogHasFocus(/出力形式の編集/)
    await dialog.getByRole('checkbox', { name: '単位' }).click()
    await dialog.getByRole('button', { name: '³の置き換えを外す' }).click()
    await dialog.getByRole('button', { name: '更新' }).click()
    await expect.poll(() => sent).toMatchObject([['PUT', '/4', { columns: ['name'], replacements: [] }]])
    await expect.element(dialog).not.toBeInTheDocument()
    await choose(screen, '「会計用」を編集')
    await dialogHasFocus(/出力形式の編集/)
    await dialog.getByRole('button', { name: 'この出力形式を削除' }).click()
    await screen.getByRole('button', { name: '削除', exact: true }).click()
    await expect.poll(() => sent.at(-1)).toEqual(['DELETE', '/4', ''])
    await expect.element(screen.getByRole('button', { name: 'CSVダウンロード', exact: true })).toBeVisible()
  })

  test('needs a column', async () => {
    const screen = await open(plain)
    await choose(screen, '「会計用」を編集')
    const dialog = screen.getByRole('dialog', { name: '出力形式の編集' })
    await dialogHasFocus(/出力形式の編集/)
    for (const name of ['単位', 'メーター名'])
      await dialog.getByRole('checkbox', { name, exact: true }).click()
    await dialog.getByRole('button', { name: '更新' }).click()
    await expect.element(dialog.getByText('列を1つ以上選んでください')).toBeVisible()
    expect(sent).toEqual([])
  })
})
