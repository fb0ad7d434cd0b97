// Covers docs/requirements.md: 462, 463, 464, 465

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { onStage } from '../../../tests/support/components/assist.tsx'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { type } from '../../../tests/support/components/typeInPage.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { AiTestScreen } from './AiTestScreen.tsx'

/** Real input on a shared machine. */
interface Sent {
  path: string
  body: Record<string, unknown>
  signal: AbortSignal
}
const sent: Sent[] = []
let answer: () => Promise<Response>

const read = {
  value: 24241.5,
  degree: null,
  ocr: '242415',
  category_name: 'カウンター',
  x: 0.5,
  y: 0.25,
  old_value: null,
  ai_boost_enabled: false,
  result_image: null,
  confidence: 0.97,
  reasons: ['blur'],
}

beforeEach(() => {
  sent.length = 0
  answer = async () => Response.json({ success: true, data: [read], messages: [] })
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    sent.push({ path: new URL(request.url).pathname, body: await request.json(), signal: request.signal })
    return answer()
  })
})
afterEach(() => vi.restoreAllMocks())

async function picture(name: string) {
  const canvas = new OffscreenCanvas(400, 300)
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('no 2d context')
  context.fillRect(0, 0, 400, 300)
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' })
}

async function open(width = 1280) {
  await page.viewport(width, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(client, <AiTestScreen />)
  await expect.element(screen.getByText('画像がありません')).toBeVisible()
  const choose = async () => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (input === null) throw new Error('no file input')
    await userEvent.upload(input, await picture('a.png'))
    await expect.element(screen.getByRole('application', { name: 'テスト画像' })).toBeVisible()
  }
  await choose()
  const pick = (label: string) => userEvent.click(screen.getByText(label, { exact: true }).first())
  const stage = screen.getByRole('application', { name: 'テスト画像' })
  const at = (x: number, y: number) => userEvent.click(stage, { position: onStage(stage.element(), x, y) })
  return { screen, pick, at, choose, stage, go: screen.getByRole('button', { name: '読み取る' }) }
}

const result = (screen: { getByRole: Locator['getByRole'] }) => screen.getByRole('region', { name: '結果' })

test('a picture is read with nothing else, and the result says value, text, confidence and reasons', async () => {
  const { screen, go } = await open()
  await go.click()
  await expect
    .element(result(screen))
    .toMatchTextContent(/24,241\.5.*242415.*高（97%）.*ピントが合っていません/)
  expect(sent[0]).toMatchObject({
    path: '/api/v1/analyze/auto-front',
    body: { meter_type: 3, use_ai_boost: false, image_base64: expect.any(String) },
  })
  expect(sent[0]?.body).not.toHaveProperty('area')
})

test('v2 is told that a dial is to be found', async () => {
  const { screen, pick, go } = await open()
  await pick('v2')
  await screen.getByRole('combobox', { name: 'メーター種別' }).click()
  await screen.getByRole('option', { name: '円形アナログ' }).click()
  await go.click()
  await expect
    .poll(() => sent[0])
    .toMatchObject({
      path: '/api/v2/analyze/auto-front',
      body: { meter_type: 0 },
    })
})

test('points want axis, pins, values and the area, and are sent in three decimals', async () => {
  const { screen, pick, at, go, stage } = await open()
  await pick('ポイント')
  await go.click()
  await expect.poll(() => screen.getByText('位置が未設定です').elements().length).toBe(3)
  await expect.element(screen.getByText('範囲が未設定です')).toBeVisible()
  for (const [x, y] of [
    [0.5, 0.5],
    [0.3, 0.7],
    [0.7, 0.7],
  ] as const)
    await at(x, y)
  // Undone and redone by keys.
  stage.element().focus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(screen.getByRole('button', { name: /^2 終点、/ })).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}y{/Control}')
  await expect.element(screen.getByRole('button', { name: /^2 終点、/ })).toBeVisible()
  await type(screen.getByRole('textbox', { name: '1 始点の値' }), '0')
  await type(screen.getByRole('textbox', { name: '2 終点の値' }), '10')
  await go.click()
  expect(sent).toEqual([])
  // The missing area is shown next.
  stage.element().focus()
  await userEvent.keyboard('{Enter}')
  await go.click()
  await expect.poll(() => sent.length).toBe(1)
  const body = sent[0]?.body ?? {}
  expect(body).toMatchObject({ meter_type: 0, settings: expect.stringMatching(/^\d+:0,\d+:10$/) })
  expect(body['area']).toMatch(/^0\.\d{1,3}:0\.\d{1,3},0\.\d{1,3}:0\.\d{1,3}$/)
  expect(JSON.stringify(body['axis'])).toMatch(/^\{"x":0\.\d{1,3},"y":0\.\d{1,3}\}$/)
})

test('a change of version keeps pins, values and area', async () => {
  const { screen, pick, at, go, stage } = await open()
  await pick('ポイント')
  for (const [x, y] of [
    [0.5, 0.5],
    [0.3, 0.7],
    [0.7, 0.7],
  ] as const)
    await at(x, y)
  await type(screen.getByRole('textbox', { name: '1 始点の値' }), '0')
  await type(screen.getByRole('textbox', { name: '2 終点の値' }), '10')
  await pick('範囲')
  stage.element().focus()
  await userEvent.keyboard('{Enter}')
  await go.click()
  await expect.poll(() => sent.length).toBe(1)
  for (const [version, path] of [
    ['v2', '/api/v2/analyze/auto-front'],
    ['v1', '/api/v1/analyze/auto-front'],
  ] as const) {
    await expect.element(result(screen)).toMatchTextContent(/24,241\.5/)
    await pick(version)
    await expect.element(result(screen)).toMatchTextContent(/ここに結果を表示します/)
    await go.click()
    await expect.poll(() => sent.at(-1)?.path).toBe(path)
    expect(sent.at(-1)?.body).toEqual(sent[0]?.body)
  }
})

test('v2 without a box shows the value that it found with its doubt', async () => {
  const unsure = { ...read, value: 24_241_500, ocr: '24241500', confidence: 0.553 }
  answer = async () => Response.json({ success: true, data: [unsure], messages: [] })
  const { screen, pick, go } = await open()
  await pick('v2')
  await go.click()
  await expect.element(result(screen)).toMatchTextContent(/24,241,500.*低（55%）.*ピントが合っていません/)
})

test('a change of version or mode ends the request, and one of mode resets what was typed; failures say what to do', async () => {
  const { screen, pick, go, choose } = await open()
  const pending = Promise.withResolvers<Response>()
  answer = () => pending.promise
  await pick('v2')
  await pick('桁数')
  await go.click()
  await expect.element(screen.getByText('1以上の整数を入力してください')).toBeVisible()
  const count = screen.getByRole('textbox', { name: '桁数' })
  await type(count, '6')
  await go.click()
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toMatchObject({ path: '/api/v2/analyze/auto-front', body: { digit_numbers: 6 } })
  await screen.getByRole('button', { name: '中止' }).click()
  await expect.poll(() => sent[0]?.signal.aborted).toBe(true)
  await expect.element(go).toHaveFocus()
  await go.click()
  await expect.poll(() => sent.length).toBe(2)
  await pick('v1')
  await expect.poll(() => sent[1]?.signal.aborted).toBe(true)
  await expect.element(count).toHaveValue('6')
  await expect.element(result(screen)).toMatchTextContent(/ここに結果を表示します/)
  await pick('範囲')
  await pick('桁数')
  await expect.element(count).toHaveValue('')
  answer = async () => Response.json({ success: true, data: [], messages: ['範囲を指定してください。'] })
  await pick('なし')
  await go.click()
  await expect.element(result(screen)).toMatchTextContent(/読み込みに失敗しました.*範囲を指定してください。/)
  await choose()
  await expect.element(result(screen)).toMatchTextContent(/ここに結果を表示します/)
  await screen.getByRole('button', { name: 'クリア' }).click()
  await expect.element(screen.getByText('画像がありません')).toBeVisible()
})

test('while the picture is prepared a second press sends nothing, and a change of version ends it', async () => {
  const { screen, pick, go } = await open()
  const prepare = FileReader.prototype.readAsDataURL
  const prepared: (() => void)[] = []
  vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementation(function (this: FileReader, blob) {
    prepared.push(() => prepare.call(this, blob))
  })
  const finish = () => {
    for (const each of prepared.splice(0)) each()
  }
  await go.click()
  await expect.element(go).toHaveAttribute('aria-disabled', 'true')
  await go.click({ force: true })
  expect(prepared.length).toBe(1)
  await pick('v2')
  await expect.element(go).not.toHaveAttribute('aria-disabled', 'true')
  finish()
  await go.click()
  await expect.poll(() => prepared.length).toBe(1)
  finish()
  await expect.element(result(screen)).toMatchTextContent(/24,241\.5/)
  expect(sent.map(({ path }) => path)).toEqual(['/api/v2/analyze/auto-front'])
})

test('on a phone the options stand behind a button that names them, and the picture comes soon', async () => {
  const { screen, pick, stage } = await open(390)
  const change = screen.getByRole('button', { name: '画像を変更' })
  await expect.element(change).toBeVisible()
  const topOf = (locator: Locator) => locator.element().getBoundingClientRect().top
  await expect.poll(() => topOf(stage) - topOf(change)).toBeLessThan(70)
  await screen.getByRole('button', { name: 'v1・なし' }).click()
  await pick('v2')
  await pick('範囲')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'v2・範囲' })).toHaveFocus()
})
