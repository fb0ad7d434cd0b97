// Covers docs/requirements.md: 7, 116, 117, 213, 447, 471, 860, 861

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Meter } from '../../../contract/meters.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { AddMeterDialog } from './AddMeterDialog.tsx'
import type { SettingDialogs } from './settingDialogs.ts'

let registered = aMeter()
/** Request bodies. */
let sent: object[] = []

beforeEach(() => {
  sent = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') throw new TypeError('offline')
    sent.push(await request.json())
    return Response.json({ success: true, data: registered })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

const scale = { settings: '225:0,135:1', pins: { axis: { x: 0.5, y: 0.5 }, radius: 0.3 } }
const area = '0.1:0.1,0.9:0.9'

/** Replaces the assist dialogs. */
const setting = (onRegister: () => Promise<void>, onInitialise: () => Promise<void>, onClose: () => void) => (
  <>
    <button type="button" onClick={() => void onRegister().then(onClose)}>
      枠の登録
    </button>
    <button type="button" onClick={() => void onInitialise().then(onClose)}>
      枠の初期化
    </button>
  </>
)
const dialogs: SettingDialogs = {
  renderAssist: ({ onRegister, onInitialise, onClose }) =>
    setting(() => onRegister(scale), onInitialise, onClose),
  renderArea: ({ onRegister, onInitialise, onClose }) =>
    setting(() => onRegister(area), onInitialise, onClose),
}

/** The dialog, until a meter is added. */
function Adding({ given }: { given: SettingDialogs }) {
  const [open, setOpen] = useState(true)
  return open && <AddMeterDialog dialogs={given} onClose={vi.fn()} onAdded={() => setOpen(false)} />
}

function preparedClient(boost = false): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const { organization } = anAccount()
  client.setQueryData(
    accountQuery.queryKey,
    anAccount({ organization: { ...organization, use_ai_boost: boost } }),
  )
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 1, type: 0, name: '円形アナログ' }),
    aCategory({ id: 2, type: 0, name: '旧円形アナログ', status: 1 }),
  ])
  client.setQueryData(unitsQuery.queryKey, [
    { id: 1, name: 'MPa', status: 0 },
    { id: 2, name: 'kgf', status: 1 },
  ])
  return client
}

/** Fills in a complete round gauge. */
async function fill({ boost = false, given = dialogs } = {}) {
  const client = preparedClient(boost)
  const screen = await showRouted(client, <Adding given={given} />, ['/meters/$id'])
  const name = screen.getByRole('textbox', { name: 'メーター名' })
  await expect.element(name).toHaveFocus()
  await type(name, registered.name)
  for (const [label, option] of [
    ['メーター種別', '円形アナログ'],
    ['単位', 'MPa'],
  ] as const) {
    await screen.getByRole('combobox', { name: label }).click()
    await screen.getByRole('option', { name: option }).click()
  }
  return screen
}

/** A picture of the meter. */
async function upload() {
  const input = document.querySelector('input[type=file]')
  if (input === null) throw new Error('nothing takes a file')
  const canvas = new OffscreenCanvas(8, 8)
  canvas.getContext('2d')
  await userEvent.upload(input, new File([await canvas.convertToBlob()], 'a.png', { type: 'image/png' }))
}

type Filled = Awaited<ReturnType<typeof fill>>

/** The server answers with `registered`. */
async function register(screen: Filled) {
  await screen.getByRole('button', { name: '登録', exact: true }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
}

test('categories and units that were disabled are not offered', async () => {
  registered = aMeter()
  const screen = await fill()
  for (const [label, offered] of [
    ['メーター種別', '円形アナログ'],
    ['単位', 'MPa'],
  ] as const) {
    await screen.getByRole('combobox', { name: label }).click()
    await expect.element(screen.getByRole('option', { name: offered })).toBeVisible()
    expect(screen.getByRole('option').elements()).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
  }
})

test('a meter that nothing can be read from yet is registered, and says so with the way there', async () => {
  registered = aMeter()
  const screen = await fill()
  await register(screen)
  await expect.element(screen.getByText('「No.3 冷却水圧力」を登録しました')).toBeVisible()
  const why = screen.getByText('AIアシスト設定が未登録です。設定するまで、自動で読み取られません。')
  await expect.element(why).toBeVisible()
  await screen.getByRole('button', { name: '設定する' }).click()
  await expect.element(why).not.toBeInTheDocument()
})

test('a meter with its settings is registered without more ado, and its name leads to it', async () => {
  registered = aMeter({ settings: '0:0,90:1' })
  const screen = await fill()
  await expect.element(screen.getByRole('checkbox', { name: 'AIブーストを使用する' })).toBeDisabled()
  await register(screen)
  await expect.element(screen.getByText('「No.3 冷却水圧力」を登録しました')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '設定する' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '詳細を見る' }).click()
  await expect.element(screen.getByText('「No.3 冷却水圧力」を登録しました')).not.toBeInTheDocument()
})

test('AI boost is chosen where the organization has it', async () => {
  registered = aMeter({ settings: '0:0,90:1' })
  const screen = await fill({ boost: true })
  await screen.getByRole('checkbox', { name: 'AIブーストを使用する' }).click()
  await expect.element(screen.getByText('AIモデルは未設定です。画像は外部に送られません')).toBeVisible()
  await register(screen)
  expect(sent).toMatchObject([{ use_ai_boost: true }])
})

test.each([
  [575, 250],
  [576, 400],
])('in a window %i px wide the canvas of both dialogs is %i px', async (width, side) => {
  await page.viewport(width, 900)
  onTestFinished(() => page.viewport(390, 844))
  const given = {
    renderAssist: vi.fn<SettingDialogs['renderAssist']>(() => null),
    renderArea: vi.fn<SettingDialogs['renderArea']>(() => null),
  }
  const screen = await fill({ given })
  await upload()
  for (const label of ['AIアシスト設定', '読取位置設定'])
    await screen.getByRole('button', { name: `${label}を開く` }).click()
  for (const render of [given.renderAssist, given.renderArea])
    expect(render.mock.lastCall?.[0].canvasSize).toBe(side)
})

test.each([
  ['AIアシスト設定', { settings: null, pins: null, area }],
  ['読取位置設定', { ...scale, area: null }],
])(
  'settings wait in the form until the meter is created; %s that is initialised is none',
  async (cleared, expected) => {
    const screen = await fill()
    await upload()
    const row = (label: string) => screen.getByRole('group', { name: label, exact: true })
    const press = async (label: string, button: string) => {
      await row(label).getByRole('button').click()
      await screen.getByRole('button', { name: button }).click()
    }
    for (const label of ['AIアシスト設定', '読取位置設定']) {
      await press(label, '枠の登録')
      await expect.element(row(label)).toMatchTextContent(/設定済み/)
    }
    await press(cleared, '枠の初期化')
    await expect.element(row(cleared)).toMatchTextContent(/未設定/)
    expect(sent).toEqual([])
    await register(screen)
    expect(sent).toMatchObject([expected])
  },
)

test('an abnormal range outside the measuring range asks once before the meter is registered', async () => {
  registered = aMeter({ settings: '0:0,90:1' })
  const screen = await fill()
  for (const [label, start, end] of [
    ['測定範囲', '0', '1'],
    ['異常範囲', '120', '130'],
  ] as const) {
    await screen.getByRole('switch', { name: `${label}を設定する` }).click()
    await type(screen.getByRole('textbox', { name: `${label}の下限` }), start)
    await type(screen.getByRole('textbox', { name: `${label}の上限` }), end)
  }
  for (const label of ['下限', '上限'])
    expect(screen.getByText(label, { exact: true }).elements()).toHaveLength(2)
  await screen.getByRole('button', { name: '登録', exact: true }).click()
  const question = screen.getByRole('dialog', { name: '異常範囲が測定範囲の外です' })
  await expect
    .element(question)
    .toMatchTextContent(/異常範囲（120 〜 130）は測定範囲（0 〜 1）と重なりません/)
  expect(sent).toEqual([])
  await question.getByRole('button', { name: 'このまま保存' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent).toMatchObject([{ emergency_start_value: 120, emergency_end_value: 130 }])
})

/** A copy of this meter; the server registers what it is sent. */
async function copy(source: Meter) {
  const client = preparedClient()
  client.setQueryData(metersQuery.queryKey, [source])
  let answer: 'registers' | 'fails' = 'registers'
  vi.mocked(globalThis.fetch).mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    if (request.method === 'GET') throw new TypeError('offline')
    if (answer === 'fails') throw new TypeError('no connection')
    const body: { name: string } = await request.json()
    sent.push(body)
    return Response.json({ success: true, data: aMeter({ id: 100 + sent.length, name: body.name }) })
  })
  const onClose = vi.fn()
  const screen = await showRouted(
    client,
    <AddMeterDialog dialogs={dialogs} source={source} onClose={onClose} onAdded={onClose} />,
    ['/meters/$id'],
  )
  const name = screen.getByRole('textbox', { name: 'メーター名' })
  await expect.element(name).toHaveFocus()
  return {
    screen,
    name,
    onClose,
    answerWith: (next: typeof answer) => {
      answer = next
    },
  }
}

test('copies are registered one after another by keyboard, and a failed saving loses nothing', async () => {
  const source = aMeter({ name: '101号室 圧力', code: 'P-101', place_note: '1階 廊下', customer_number: '7' })
  const { screen, name, onClose, answerWith } = await copy(source)
  await expect.element(screen.getByRole('dialog', { name: 'メーターの複製' })).toBeVisible()
  await expect.element(name).toHaveValue('102号室 圧力')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(name).toHaveValue('103号室 圧力')
  await expect.element(name).toHaveFocus()

  await userEvent.keyboard('屋外散水栓')
  await expect.element(name).toHaveValue('屋外散水栓')
  await type(screen.getByRole('textbox', { name: '管理番号' }), 'P-200')
  answerWith('fails')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  const failure = screen.getByRole('alert').filter({ hasText: 'メーターを登録できませんでした' })
  await expect.element(failure).toBeVisible()
  await expect.element(name).toHaveValue('屋外散水栓')
  await expect.element(screen.getByRole('textbox', { name: '管理番号' })).toHaveValue('P-200')

  answerWith('registers')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByRole('textbox', { name: '管理番号' })).toHaveValue('')
  await expect.element(name).toHaveFocus()
  expect(onClose).not.toHaveBeenCalled()
  await userEvent.keyboard('洗面所{Enter}')
  await expect.poll(() => onClose).toHaveBeenCalledOnce()
  expect(sent).toMatchObject([
    { name: '102号室 圧力', code: null, customer_number: '', place_note: '1階 廊下', meter_unit_id: 1 },
    { name: '屋外散水栓', code: 'P-200' },
    { name: '洗面所', code: null, place_note: '1階 廊下' },
  ])
})

test('meters that were registered one after another are named once when their settings are missing', async () => {
  const { screen, name, onClose } = await copy(aMeter({ name: '1号' }))
  for (const next of ['3号', '4号']) {
    await screen.getByRole('button', { name: '続けて登録' }).click()
    await expect.element(name).toHaveValue(next)
  }
  await screen.getByRole('dialog').getByRole('button', { name: '閉じる' }).last().click()
  await expect.poll(() => onClose).toHaveBeenCalledOnce()
  await expect.element(screen.getByText('続けて登録した2件のメーターに、設定が残っています')).toBeVisible()
})
