// Covers docs/requirements.md: 765, 766, 767, 768, 769, 770, 771, 772, 773, 774, 775, 777, 778, 793, 795, 796, 824, 831, 833, 834, 835, 838, 839, 934, 948

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import type { ClosingCheck } from '../../../contract/closing/checks.ts'
import type { Board, BoardRow, Closing } from '../../../contract/closing/closings.ts'
import type { Cycle } from '../../../contract/closing/cycles.ts'
import type { Reading } from '../../../contract/readings.ts'
import type { Estimate, EstimateProposal } from '../../../contract/usage/estimates.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { savedFiles } from '../../../tests/support/components/savedFiles.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aBoard, aBoardRow, aClosing, aCycle, anIndex } from '../../../tests/support/responses/closings.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { aReading } from '../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { closingKeys } from '../../lib/queries/closings/closingKeys.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { notify } from '../../ui/notice/notify.tsx'
import { ClosingsScreen } from './ClosingsScreen.tsx'
import type { ReadingDialogs } from './MonthBoard.tsx'
import type { ClosingsSearch } from './search.ts'

const meters = [
  aMeter({ id: 1, name: '受電', code: 'E-1', decimal_point: 1, is_cumulative: true }),
  aMeter({ id: 2, name: '動力盤', code: 'E-2', decimal_point: 1, is_cumulative: true }),
  aMeter({ id: 3, name: '照明', code: 'E-3', decimal_point: 1, is_cumulative: true }),
]
const unread = { usage: null, days: null, end: null, mark: 'unknown' } as const
const missing = aBoardRow({ ...unread, meter_id: 2, meter_name: '動力盤', state: 'missing' })
const doubtful = aBoardRow({ ...unread, meter_id: 3, meter_name: '照明', state: 'review' })
const jumped = aBoardRow({ checks: [{ check: 'previous', percent: 80 }] })
const estimated = aBoardRow({
  meter_id: 2,
  meter_name: '動力盤',
  state: 'estimated',
  usage: 18,
  mark: 'estimated',
  end: { ...anIndex(0, 518, '2026-11-01T00:00:00.000+09:00'), reading_ids: [] },
})

let cycles: Cycle[] = []
let closed: Closing[] = []
/** By month. */
let boards: Record<string, Partial<Board>> = {}
let readings: Reading[] = []
let proposals: EstimateProposal[] = []
let estimates: Estimate[] = []
/** Method, path and body of each change. */
let sent: unknown[] = []
let asked: string[] = []
/** The server's answer to a change; null: it succeeds. */
let refusal: { path: string; message: string }[] | null = null
/** Paths that the server does not answer: an error, or nothing at all. */
let failing: { path: string; answer: () => Promise<Response> } | null = null
/** After each change. */
let onChange = () => {}

beforeEach(() => {
  localStorage.clear()
  cycles = [aCycle(), aCycle({ id: 2, name: '水道', closing_day: 20, meter_ids: [] })]
  closed = [aClosing()]
  boards = { '2026-10': { meters: [jumped, missing, doubtful] } }
  readings = []
  proposals = []
  estimates = []
  sent = []
  asked = []
  refusal = null
  failing = null
  onChange = () => {}
  vi.setSystemTime('2026-11-02T12:00:00+09:00')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.replace('/api/v1', '')
    const success = (data: unknown) => Response.json({ success: true, data })
    if (failing !== null && path === failing.path) return failing.answer()
    if (request.method !== 'GET') {
      const text = await request.text()
      sent.push([request.method, path, text === '' ? null : JSON.parse(text)])
      if (refusal !== null) return Response.json(refusalOf(refusal), { status: 400 })
      onChange()
      return success(
        path.endsWith('/closings') ? aClosing() : path.includes('estimates') ? anEstimate : { id: 1 },
      )
    }
    asked.push(`${path}?${searchParams}`)
    if (path === '/closing-cycles') return success(cycles)
    if (path.endsWith('/closings')) return success(closed)
    if (path.endsWith('/board')) {
      const month = searchParams.get('month') ?? ''
      return success(aBoard({ month, ...boards[month] }))
    }
    if (path === '/meters-values') return success(readings)
    if (path.endsWith('/estimate-proposals')) return success(proposals)
    if (path.endsWith('/estimates')) return success(estimates)
    return success(path === '/meters' ? meters : [])
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  notify.clear()
})

const refusalOf = (issues: { path: string; message: string }[]) => ({
  success: false,
  code: 'validation_failed',
  messages: [],
  request_id: 'r1',
  issues,
})

const anEstimate: Estimate = {
  id: 7,
  meter_id: 2,
  at: '2026-11-01T00:00:00.000+09:00',
  value: 518,
  basis: 'previous',
  reason: '積雪',
  user: { id: 1, username: '佐藤' },
  created_at: '2026-11-02T09:00:00+09:00',
}

const dialogs: ReadingDialogs = {
  reading: ({ id, listed, onMove, onClose }) => (
    <Dialog opened title={`測定値 ${id}`} onClose={onClose}>
      {listed.map((each) => (
        <button key={each.id} type="button" onClick={() => onMove(each.id)}>
          {`${each.id}へ`}
        </button>
      ))}
    </Dialog>
  ),
  entry: ({ meterId, at, onClose }) => (
    <Dialog opened title={`入力 ${meterId} ${new Date(at).toISOString()}`} onClose={onClose}>
      <button type="button" onClick={onClose}>
        登録
      </button>
    </Dialog>
  ),
}

let current: ClosingsSearch = {}
let client: QueryClient

function Screen({ initial }: { initial: ClosingsSearch }) {
  const [search, setSearch] = useState(initial)
  const onSearch = (next: ClosingsSearch) => {
    current = next
    setSearch(next)
  }
  return <ClosingsScreen search={search} onSearch={onSearch} dialogs={dialogs} />
}

async function open(
  initial: ClosingsSearch = {},
  { role = 1, width = 1440 }: { role?: 0 | 1; width?: number } = {},
) {
  current = initial
  await page.viewport(width, 900)
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role }))
  client.setQueryData(metersQuery.queryKey, meters)
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'kWh', status: 0 }])
  return showRouted(client, <Screen initial={initial} />, ['/capture-meter-value/$id', '/meters/$id'])
}

type Shown = Awaited<ReturnType<typeof open>>

const number = (screen: Shown, name: string) =>
  screen.getByRole('list', { name: '件数' }).getByRole('button', { name: new RegExp(`^${name}`) })
const names = () =>
  [...document.querySelectorAll('tbody tr')].map((row) => row.children[0]?.textContent?.replace(/E-\d/, ''))
const row = (screen: Shown, name: string) => screen.getByRole('row', { name: new RegExp(name) })
const press = (screen: Shown, name: string) => screen.getByRole('button', { name, exact: true }).click()

describe('the board of a month', () => {
  test('begins with the month to be closed next, with numbers that each show their meters', async () => {
    const screen = await open()
    await expect.element(screen.getByText('2026年10月', { exact: true })).toBeVisible()
    await expect.element(number(screen, '未検針')).toMatchTextContent(/^未検針 1$/)
    await expect.element(number(screen, '要確認')).toMatchTextContent(/^要確認 1$/)
    await expect.element(number(screen, '推定')).toMatchTextContent(/^推定 0$/)
    await expect.element(number(screen, '親子差')).toMatchTextContent(/^親子差 0$/)
    await expect.element(number(screen, '比較')).toMatchTextContent(/^比較 1$/)
    await expect.element(number(screen, 'すべて')).toMatchTextContent(/^すべて 3$/)
    await expect.poll(names).toEqual(['受電', '照明', '動力盤'])
    await expect
      .element(row(screen, '受電'))
      .toMatchTextContent(/確定331\.0 kWh30日間700\.0.*1,031\.0.*1日あたり前月比 \+80\.0 %/)
    await number(screen, '未検針').click()
    expect(current.list).toBe('missing')
    await expect.poll(names).toEqual(['動力盤'])
    await expect.element(row(screen, '動力盤')).toMatchTextContent(/未検針不明/)
    await number(screen, '推定').click()
    await expect.element(screen.getByText('推定のメーターはありません。')).toBeVisible()
  })

  test('goes to the month before and behind by one press, up to the one that is not over', async () => {
    const screen = await open()
    await press(screen, '前の月')
    await expect.poll(() => current.month).toBe('2026-09')
    await press(screen, '次の月')
    await press(screen, '次の月')
    await expect.poll(() => current.month).toBe('2026-11')
    await expect.element(screen.getByText('2026年11月', { exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: '次の月' })).toBeDisabled()
  })

  test('stays the same month when somebody closes it elsewhere', async () => {
    const screen = await open()
    await press(screen, '動力盤 値を入力')
    closed = [aClosing({ month: '2026-10' }), aClosing()]
    boards['2026-10'] = { closing: aClosing({ month: '2026-10' }), meters: [jumped] }
    await client.invalidateQueries({ queryKey: closingKeys.all })
    await expect.element(screen.getByText(/^第1版.*佐藤が締めました。$/)).toBeVisible()
    await expect.element(screen.getByRole('dialog', { name: /^入力 2/ })).toBeVisible()
    await expect.element(screen.getByText('2026年10月', { exact: true })).toBeVisible()
  })

  test('is that of another cycle, with its own month', async () => {
    const screen = await open({ month: '2026-10' })
    await screen.getByRole('combobox', { name: '検針サイクル' }).selectOptions('水道（20日 24時）')
    expect(current).toMatchObject({ cycle: 2, month: undefined })
    await expect.poll(() => asked.some((path) => path.startsWith('/closing-cycles/2/board'))).toBe(true)
  })

  test('counts a further check only where the cycle has it on, or a meter failed it', async () => {
    cycles = [aCycle({ checks: ['zero', 'backwards', 'verification_expired'] })]
    const checks = (names: ClosingCheck[]) => names.map((check) => ({ check, percent: null }))
    boards['2026-10'] = {
      meters: [
        aBoardRow({ checks: checks(['verification_expired']) }),
        { ...doubtful, end: anIndex(9, 500, '2026-10-31T23:00:00.000+09:00'), checks: checks(['backwards']) },
        aBoardRow({ meter_id: 2, meter_name: '動力盤', checks: checks(['estimated_twice']) }),
      ],
    }
    const screen = await open()
    await expect
      .element(screen.getByRole('list', { name: '件数' }))
      .toMatchTextContent(/^未検針 0要確認 1推定 0比較 0逆回り 1連続推定 1検定切れ 1すべて 3$/)
    await number(screen, '逆回り').click()
    expect(current.list).toBe('backwards')
    await expect
      .element(row(screen, '照明'))
      .toMatchTextContent(/使用量を計算できません.*指示値が前回の検針より小さくなっています/)
    await number(screen, '検定切れ').click()
    await expect.element(row(screen, '受電')).toMatchTextContent(/検定有効期限を過ぎています/)
    await expect.element(screen.getByRole('link', { name: '受電 メーター' })).toBeVisible()
  })

  test('says what settles earlier months in a usage', async () => {
    boards['2026-10'] = { meters: [aBoardRow({ usage: 59, adjustment: -18 })] }
    const screen = await open()
    await expect.element(row(screen, '受電')).toMatchTextContent(/59\.0 kWh前月までの調整 −18\.0 を含む/)
  })
})

interface Media {
  send: (method: 'Emulation.setEmulatedMedia', params: { media: string }) => Promise<unknown>
}

test('says on paper which month it is', async () => {
  const screen = await open()
  const month = screen.getByText('2026年10月', { exact: true })
  await expect.element(month).toBeVisible()
  const session = cdp() as unknown as Media
  onTestFinished(async () => void (await session.send('Emulation.setEmulatedMedia', { media: '' })))
  await session.send('Emulation.setEmulatedMedia', { media: 'print' })
  await expect.element(month).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '前の月' })).not.toBeInTheDocument()
})

describe('a meter is repaired in its row', () => {
  test('a value is entered at the closing time, and the board is asked again', async () => {
    const screen = await open({ list: 'missing' })
    await press(screen, '動力盤 値を入力')
    await dialogHasFocus(/^入力 2 2026-10-31T15:00:00.000Z/)
    boards['2026-10'] = { meters: [jumped, { ...missing, state: 'confirmed' }] }
    await press(screen, '登録')
    await expect.element(number(screen, '未検針')).toMatchTextContent(/0$/)
  })

  test('arrow keys lead from a number into its list, and to the same field or button of the next meter', async () => {
    boards['2026-10'] = { meters: [missing, { ...missing, meter_id: 3, meter_name: '照明' }] }
    const screen = await open({ list: 'missing' })
    await expect.poll(names).toEqual(['照明', '動力盤'])
    number(screen, '未検針').element().focus()
    const focused = () => document.activeElement?.getAttribute('aria-label')
    await userEvent.keyboard('{ArrowDown}')
    expect(focused()).toBe('照明 値を入力')
    // The times of the readings are no stops.
    await userEvent.keyboard('{Tab}{ArrowDown}')
    expect(focused()).toBe('動力盤 認定')
    await userEvent.keyboard('{Shift>}{Tab}{Tab}{/Shift}{ArrowUp}')
    expect(focused()).toBe('照明を締める理由')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(number(screen, '未検針')).toHaveFocus()
  })

  test('the focus moves to the meter that takes the place of a repaired one', async () => {
    boards['2026-10'] = { meters: [missing, { ...missing, meter_id: 3, meter_name: '照明' }] }
    const screen = await open({ list: 'missing' })
    await expect.poll(names).toEqual(['照明', '動力盤'])
    await press(screen, '照明 値を入力')
    boards['2026-10'] = { meters: [missing] }
    await press(screen, '登録')
    await expect.poll(names).toEqual(['動力盤'])
    await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('動力盤 値を入力')
  })

  test('of the readings near the closing time the one that waits for a person is shown', async () => {
    readings = [
      aReading({ id: 31, value: 100, value_source: 'entered' }),
      aReading({ id: 32, value: 101, value_source: 'reader', confidence: 0.2 }),
    ]
    const screen = await open({ list: 'review' })
    await press(screen, '照明 確認')
    await expect.element(screen.getByRole('dialog', { name: '測定値 32' })).toBeVisible()
    const path = asked.find((each) => each.startsWith('/meters-values')) ?? ''
    const query = new URLSearchParams(path.split('?')[1])
    expect(query.get('meter_ids')).toBe('3')
    expect(query.get('recorded_span')).toBe('2026-10-29-00-00>,2026-11-04-00-00<')
    await press(screen, '31へ')
    await expect.element(screen.getByRole('dialog', { name: '測定値 31' })).toBeVisible()
  })

  test('the closing reading opens with the one at the start of the month beside it', async () => {
    const screen = await open()
    await press(screen, '受電 測定値')
    await expect.element(screen.getByRole('dialog', { name: '測定値 12' })).toBeVisible()
    await press(screen, '11へ')
    await expect.element(screen.getByRole('dialog', { name: '測定値 11' })).toBeVisible()
  })

  test('a photograph is offered only while it can still close the month', async () => {
    const screen = await open()
    await expect
      .element(screen.getByRole('link', { name: '動力盤 撮影' }))
      .toHaveAttribute('href', '/capture-meter-value/2')
    vi.setSystemTime('2026-11-05T12:00:00+09:00')
    await screen.unmount()
    const later = await open()
    await expect.element(later.getByRole('button', { name: '動力盤 値を入力' })).toBeVisible()
    await expect.element(later.getByRole('link', { name: '動力盤 撮影' })).not.toBeInTheDocument()
  })
})

describe('認定', () => {
  beforeEach(() => {
    proposals = [
      { basis: 'last_year', value: 518, usage: 18 },
      { basis: 'previous', value: 520.5, usage: 20.5 },
      { basis: 'mean', value: 519, usage: null },
    ]
    boards['2026-10'] = { meters: [{ ...missing, start: anIndex(9, 500, '2026-09-30T23:00:00.000+09:00') }] }
  })

  test('takes one of three proposals with their sums, and a reason', async () => {
    const screen = await open()
    await press(screen, '動力盤 認定')
    await expect.element(screen.getByText('指示値 518.0、使用量 18.0 kWh')).toBeVisible()
    await expect.element(screen.getByText('指示値 519.0、使用量は不明')).toBeVisible()
    await press(screen, '認定する')
    await expect.element(screen.getByText('認定の方法を選択してください')).toBeVisible()
    await expect.element(screen.getByText('認定の理由を入力してください')).toBeVisible()
    await screen.getByRole('radio', { name: '前月の1日あたり' }).click()
    await type(screen.getByRole('textbox', { name: /^理由/ }), '積雪')
    boards['2026-10'] = { meters: [estimated] }
    await press(screen, '認定する')
    await expect
      .poll(() => sent)
      .toEqual([
        [
          'POST',
          '/meters/2/estimates',
          { at: '2026-11-01 00:00:00', value: 520.5, basis: 'previous', reason: '積雪' },
        ],
      ])
    const path = asked.find((each) => each.includes('estimate-proposals')) ?? ''
    expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({
      from: '2026-09-30 23:00:00',
      at: '2026-11-01 00:00:00',
    })
    await expect.element(number(screen, '推定')).toMatchTextContent(/1$/)
    await expect.element(row(screen, '動力盤')).toMatchTextContent(/推定18\.0 kWh認定/)
  })

  test('has the focus at the first proposal, also where the proposals come later', async () => {
    const later = Promise.withResolvers<Response>()
    failing = { path: '/meters/2/estimate-proposals', answer: () => later.promise }
    const screen = await open()
    await press(screen, '動力盤 認定')
    await expect.element(screen.getByRole('radio', { name: '指示値を入力' })).toHaveFocus()
    later.resolve(Response.json({ success: true, data: proposals }))
    await expect.element(screen.getByRole('radio', { name: '前年同月の1日あたり' })).toHaveFocus()
  })

  test('takes a typed index, also in full-width digits, and shows a refusal at it', async () => {
    proposals = []
    const screen = await open()
    await press(screen, '動力盤 認定')
    await expect.element(screen.getByText('計算に使える過去の使用量がありません。')).toBeVisible()
    await screen.getByRole('radio', { name: '指示値を入力' }).click()
    await type(screen.getByRole('textbox', { name: /^理由/ }), '故障')
    await press(screen, '認定する')
    await expect.element(screen.getByText('指示値を数値で入力してください')).toBeVisible()
    await type(screen.getByRole('textbox', { name: /指示値/ }), '４９０')
    await expect.element(screen.getByText('前回の検針との差 −10.0')).toBeVisible()
    refusal = [{ path: 'value', message: '前回の指示値500より小さい値です' }]
    await press(screen, '認定する')
    await expect.element(screen.getByText('前回の指示値500より小さい値です')).toBeVisible()
    expect(sent).toMatchObject([['POST', '/meters/2/estimates', { value: 490, basis: 'typed' }]])
  })

  test('is shown with its reason, and withdrawn', async () => {
    boards['2026-10'] = { meters: [estimated] }
    estimates = [anEstimate]
    const screen = await open({ list: 'estimated' })
    await press(screen, '動力盤 認定を見る')
    await expect.element(screen.getByRole('dialog')).toMatchTextContent(/518\.0.*前月の1日あたり.*積雪.*佐藤/)
    boards['2026-10'] = { meters: [missing] }
    await press(screen, '認定を取り消す')
    await expect.poll(() => sent).toEqual([['DELETE', '/meters/2/estimates/7', null]])
    await expect.element(number(screen, '未検針')).toMatchTextContent(/1$/)
  })
})

describe('締める', () => {
  test('asks for the reasons that are missing, and sends those of the rows', async () => {
    const screen = await open({ list: 'compared' })
    await type(screen.getByRole('textbox', { name: '受電を締める理由' }), '増設')
    await press(screen, '締める')
    await expect
      .element(screen.getByRole('dialog'))
      .toMatchTextContent(
        /2026\/10\/31 24:00 までのメーター 3件を締めます（確定 1、推定 0、要確認 1、未検針 1）/,
      )
    await expect
      .element(screen.getByRole('list', { name: '理由のないメーター' }))
      .toMatchTextContent(/^E-2 動力盤（未検針）E-3 照明（要確認）$/)
    await screen.getByRole('dialog').getByRole('button', { name: '締める' }).click()
    await expect.element(screen.getByText('締める理由を入力してください')).toBeVisible()
    await type(screen.getByRole('textbox', { name: '理由のない 2件を締める理由' }), '休業')
    onChange = () => {
      closed = [aClosing({ month: '2026-10' }), aClosing()]
      const rows = [jumped, missing].map(
        (each): BoardRow => ({ ...each, state: 'closed', closed_as: 'confirmed' }),
      )
      boards['2026-10'] = { closing: aClosing({ month: '2026-10' }), meters: rows }
    }
    await userEvent.keyboard('{Enter}')
    await expect
      .poll(() => sent)
      .toEqual([
        [
          'POST',
          '/closing-cycles/1/closings',
          {
            month: '2026-10',
            version: 1,
            exceptions: [
              { meter_id: 1, reason: '増設' },
              { meter_id: 2, reason: '休業' },
              { meter_id: 3, reason: '休業' },
            ],
          },
        ],
      ])
    await expect.element(screen.getByText(/^第1版.*佐藤が締めました。$/)).toBeVisible()
    expect(current).toMatchObject({ month: '2026-10', list: undefined })
    await expect.element(number(screen, 'すべて')).toHaveFocus()
    expect(localStorage.getItem('closingReasons.1.2026-10')).toBeNull()
  })

  test('reasons of the rows are there again after the page is loaded again, and Enter leads to the next one', async () => {
    const screen = await open()
    await type(screen.getByRole('textbox', { name: '受電を締める理由' }), '改装')
    await userEvent.keyboard('{Enter}増設')
    await expect.element(screen.getByRole('textbox', { name: '照明を締める理由' })).toHaveValue('増設')
    await screen.unmount()
    const again = await open()
    await expect.element(again.getByRole('textbox', { name: '受電を締める理由' })).toHaveValue('改装')
  })

  test('says why it is refused where another person was first', async () => {
    boards['2026-10'] = { meters: [aBoardRow()] }
    refusal = [{ path: 'version', message: '第1版まで締めています。次は第2版です' }]
    const screen = await open()
    await press(screen, '締める')
    await screen.getByRole('dialog').getByRole('button', { name: '締める' }).click()
    await expect.element(screen.getByText(/第1版まで締めています。次は第2版です/)).toBeVisible()
  })

  test('waits for the closing time, and for the month before', async () => {
    boards['2026-11'] = { to: '2026-12-01T00:00:00.000+09:00' }
    closed = []
    const screen = await open({ month: '2026-11' })
    await expect.element(screen.getByText('締め日時 2026/11/30 24:00 を過ぎると締められます。')).toBeVisible()
    await expect.element(screen.getByRole('button', { name: '締める' })).not.toBeInTheDocument()
    closed = [aClosing()]
    await screen.unmount()
    const later = await open({ month: '2026-11' })
    await expect.element(later.getByText(/先に2026年10月を締めてください。$/)).toBeVisible()
    await press(later, '2026年10月を開く')
    expect(current.month).toBe('2026-10')
    await expect.element(later.getByRole('button', { name: '締める' })).toBeVisible()
  })

  test('is for administrators; others repair', async () => {
    const screen = await open({}, { role: 0 })
    await expect.element(screen.getByText(/締めるのは管理者です。$/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: '動力盤 認定' })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: '締める' })).not.toBeInTheDocument()
    expect(document.querySelector('[data-reason]')).toBeNull()
  })
})

describe('a closed month', () => {
  const corrected = aBoardRow({ state: 'corrected', closed_as: 'confirmed', difference: -18 })
  const excepted = { ...missing, state: 'closed', closed_as: 'missing', reason: '休業' } as const
  beforeEach(() => {
    closed = [aClosing({ id: 6, version: 2, reason: '読み違い' }), aClosing()]
    boards['2026-09'] = { closing: closed[0] ?? null, meters: [corrected, excepted] }
  })

  test('shows what changed since then with the difference, which the next month settles', async () => {
    const screen = await open({ month: '2026-09' })
    await expect.element(number(screen, '修正あり')).toMatchTextContent(/1$/)
    await expect.element(row(screen, '受電')).toMatchTextContent(/修正あり.*締めた後の差 −18\.0 kWh/)
    await expect.element(row(screen, '動力盤')).toMatchTextContent(/締め済（未検針）.*休業/)
    await expect
      .element(screen.getByText(/差は次に締める月で調整します（次月で調整）。何もする必要はありません。/))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: '動力盤 値を入力' })).not.toBeInTheDocument()
  })

  test('shows the closing reading of a meter that nothing changed', async () => {
    boards['2026-09'] = {
      closing: closed[0] ?? null,
      meters: [aBoardRow({ state: 'closed', closed_as: 'confirmed' })],
    }
    const screen = await open({ month: '2026-09' })
    await press(screen, '受電 測定値')
    await expect.element(screen.getByRole('dialog', { name: '測定値 12' })).toBeVisible()
  })

  test('is closed again with a reason, with the reasons it had, and asks for those that the server misses', async () => {
    const screen = await open({ month: '2026-09' })
    await press(screen, '再締め')
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog).toMatchTextContent(/今の測定値で第3版を作ります。/)
    await dialog.getByRole('button', { name: '再締め' }).click()
    await expect.element(screen.getByText('再締めの理由を入力してください')).toBeVisible()
    await type(screen.getByRole('textbox', { name: /再締めの理由/ }), '請求を出し直す')
    boards['2026-09'] = {
      closing: closed[0] ?? null,
      meters: [corrected, excepted, { ...doubtful, state: 'closed', closed_as: 'confirmed' }],
    }
    refusal = [{ path: 'exceptions', message: '「E-3 照明」（要確認）を締める理由を入力してください' }]
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent.length).toBe(1)
    refusal = null
    await expect.element(dialog).toMatchTextContent(/「E-3 照明」（要確認）を締める理由を入力してください/)
    await type(screen.getByRole('textbox', { name: '理由のない 1件を締める理由' }), '交換')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent.length).toBe(2)
    const body = { month: '2026-09', version: 3, reason: '請求を出し直す' }
    const kept = [
      { meter_id: 1, reason: '請求を出し直す' },
      { meter_id: 2, reason: '休業' },
    ]
    expect(sent).toEqual([
      ['POST', '/closing-cycles/1/closings', { ...body, exceptions: kept }],
      [
        'POST',
        '/closing-cycles/1/closings',
        { ...body, exceptions: [...kept, { meter_id: 3, reason: '交換' }] },
      ],
    ])
  })

  test('is saved as CSV with its version and all its meters, whatever is shown; an open month is not', async () => {
    const files = savedFiles()
    const screen = await open({ month: '2026-09', list: 'estimated', text: '受水' })
    await press(screen, 'CSVダウンロード')
    await expect.poll(() => files.length).toBe(1)
    expect(files[0]?.name).toBe('closing-2026-09-v2.csv')
    expect(await files[0]?.blob.text()).toMatch(/\r\n2026年9月,2,E-1,受電,kWh,331,/)
    await press(screen, '次の月')
    await expect.element(screen.getByText(/^締め日時 2026/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /^CSV/ })).not.toBeInTheDocument()
  })

  test('shows an earlier version as it was closed', async () => {
    const screen = await open({ month: '2026-09' })
    await expect.element(screen.getByText(/^第2版.*再締めの理由: 読み違い$/)).toBeVisible()
    boards['2026-09'] = { closing: aClosing(), meters: [{ ...corrected, state: 'closed', difference: null }] }
    await screen.getByRole('combobox', { name: '版' }).selectOptions('第1版')
    expect(current.version).toBe(1)
    await expect.element(screen.getByText('締めた時のままの内容です。最新は第2版です。')).toBeVisible()
    expect(asked).toContainEqual(expect.stringMatching(/board\?month=2026-09&version=1$/))
    await expect.element(screen.getByRole('button', { name: '再締め' })).not.toBeInTheDocument()
  })
})

describe('states', () => {
  test('without a cycle it says what to do, and administrators add one', async () => {
    cycles = []
    const screen = await open()
    await expect.element(screen.getByText('検針サイクルがまだありません')).toBeVisible()
    await press(screen, '検針サイクルを追加')
    await dialogHasFocus(/検針サイクルの追加/)
    expect(current.tab).toBe('cycles')
  })

  test('while the board loads, its numbers are not 0; where that fails it can be asked again', async () => {
    const later = Promise.withResolvers<Response>()
    failing = { path: '/closing-cycles/1/board', answer: () => later.promise }
    const screen = await open()
    await expect.element(number(screen, '未検針')).toMatchTextContent(/^未検針 …$/)
    later.resolve(new Response(null, { status: 503 }))
    await expect.element(screen.getByRole('button', { name: '再試行' })).toBeVisible()
    failing = null
    await press(screen, '再試行')
    await expect.poll(names).toEqual(['受電', '照明', '動力盤'])
  })

  test('offline it says so where the device has no copy', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    failing = { path: '/closing-cycles', answer: () => Promise.reject(new TypeError('Failed to fetch')) }
    const screen = await open()
    await expect.element(screen.getByText('オフラインのため表示できません')).toBeVisible()
  })
})

test('the allocation of a month is shown as it was closed, by who bears which part', async () => {
  const allocation = {
    method: 'shares' as const,
    problem: null,
    difference: null,
    parts: [
      { meter_id: null, cost_bearer_id: 5, name: '1階 店舗', weight: 40, usage: 132.4 },
      { meter_id: null, cost_bearer_id: 6, name: '2階 事務所', weight: 60, usage: 198.6 },
    ],
  }
  boards = { '2026-10': { closing: aClosing({ month: '2026-10' }), meters: [aBoardRow({ allocation })] } }
  const screen = await open({ month: '2026-10' })
  await press(screen, '按分')
  const meter = screen.getByRole('dialog', { name: '2026年10月の按分' }).getByRole('region', { name: '受電' })
  await expect.element(meter).toMatchTextContent(/受電 331\.0 kWh.*1階 店舗40 %132\.4.*2階 事務所60 %198\.6/)
})

test.each([390, 820])('at %s px meters are cards with their repairs at thumb size', async (width) => {
  const screen = await open({}, { width })
  const card = screen.getByRole('article', { name: '動力盤' })
  await expect.element(card).toMatchTextContent(/動力盤.*未検針.*使用量 不明/)
  const button = card.getByRole('button', { name: '動力盤 値を入力' })
  expect(button.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
