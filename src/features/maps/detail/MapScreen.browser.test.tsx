// Covers docs/requirements.md: 411, 413, 414, 418, 420, 421, 581, 636, 763

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Device } from '../../../../contract/devices.ts'
import type { MapPin, MapPlan } from '../../../../contract/maps.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { settled } from '../../../../tests/support/components/settled.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { swipe, withCoarsePointer } from '../../../../tests/support/components/touch.ts'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aDevice } from '../../../../tests/support/responses/devices.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { devicesQuery } from '../../../lib/queries/devices.ts'
import { mapAreasQuery, mapsQuery } from '../../../lib/queries/maps/maps.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import { MapScreen } from './MapScreen.tsx'
import type { PinFilter } from './pinStates.ts'

/** Real input on a shared machine. */
const at = '2026-11-20T09:00:00+09:00'
const pinAt = (id: number, name: string, xratio: number, yratio: number): MapPin => ({
  id,
  name,
  type: 0,
  xratio,
  yratio,
  map_id: 2,
  devices: [],
  updated_at: at,
})
const pump = pinAt(7, 'ポンプ室', 0.5, 0.5)
const corner = pinAt(8, '角の部屋', 0.02, 0.95)
const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="600"/>')}`
const map: MapPlan = {
  id: 2,
  name: '1階',
  description: '',
  map_area_id: null,
  organization_id: 1,
  image: picture,
  thumbnail: picture,
  width: 1000,
  height: 600,
  created_at: at,
  updated_at: at,
  map_pins: [pump, corner],
}
const camera = aDevice({ id: 5, name: 'ポンプのカメラ', map_pin: { id: 7, map_id: 2 } })

const devices = [
  camera,
  aDevice({ id: 6, name: '空いているカメラ', type: 0 }),
  aDevice({ id: 9, name: 'ルーター', type: 1 }),
]
const ok = (data: object) => Response.json({ success: true, data })
const sent: { method: string; path: string; body: unknown }[] = []
/** As the server has it. */
let plan: MapPlan
let answerDevices: () => Promise<Response>
/** Before a change is answered. */
let waiting: Promise<unknown>[]
beforeEach(() => {
  sent.length = 0
  waiting = []
  plan = map
  answerDevices = async () => ok([])
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init)
    const { pathname: path } = new URL(request.url)
    if (path === '/api/v1/devices') return answerDevices()
    if (path === '/api/v1/maps') return ok([plan])
    if (request.method === 'GET') return ok([])
    const body: object = await request.json()
    sent.push({ method: request.method, path, body })
    const row = path.includes('pin') ? { ...pump, ...body } : { ...camera, map_pin: null }
    await waiting.shift()
    if (path === '/api/v1/map-pin/create') {
      const added = { ...pump, ...body, id: 9 }
      plan = { ...map, map_pins: [pump, corner, added] }
      return ok(added)
    }
    if (path === '/api/v1/map-pin/7') plan = { ...map, map_pins: [{ ...pump, ...body }, corner] }
    return ok(row)
  })
})
afterEach(() => vi.restoreAllMocks())

async function open(width: number, known: readonly Device[] | null = devices, meters: Meter[] = []) {
  await page.viewport(width, 844)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(mapsQuery.queryKey, [plan])
  client.setQueryData(mapAreasQuery.queryKey, [])
  client.setQueryData(metersQuery.queryKey, meters)
  client.setQueryData(unitsQuery.queryKey, [])
  if (known) client.setQueryData(devicesQuery.queryKey, [...known])
  const screen = await showRouted(client, <FilteredMap />)
  const pin = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}、`) })
  await expect.element(pin(plan.map_pins[0]?.name ?? '')).toBeVisible()
  const positionInCache = () =>
    client.getQueryData(mapsQuery.queryKey)?.[0]?.map_pins.find(({ id }) => id === 7)?.xratio
  return { screen, pin, positionInCache }
}

function FilteredMap() {
  const [filter, setFilter] = useState<PinFilter>()
  return <MapScreen id={2} filter={filter} onFilter={setFilter} />
}

const stillMiddleOf = (element: Element) => settled(() => middleOf(element))
const middleOf = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + width / 2, y: y + height / 2 }
}

test('a pin shows its name under the mouse and by focus, within the map also at its edge', async () => {
  const { screen, pin } = await open(1280)
  const name = pin('角の部屋').getByText('角の部屋')
  await expect.element(name).not.toBeVisible()
  await userEvent.hover(pin('角の部屋'))
  await expect.element(name).toBeVisible()
  const stage = screen.getByRole('application').element().getBoundingClientRect()
  const { left, bottom } = name.element().getBoundingClientRect()
  expect(left).toBeGreaterThan(stage.left - 1)
  expect(bottom).toBeLessThan(stage.bottom + 1)
  await userEvent.unhover(pin('角の部屋'))
  await expect.element(name).not.toBeVisible()
  screen.getByRole('application').element().focus()
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(pin('角の部屋')).toHaveFocus()
  await expect.element(name).toBeVisible()
})

test('the summary is above the map, and the list of pins or of devices right of it', async () => {
  const { screen, pin } = await open(1280)
  const boxOf = (role: 'application' | 'list' | 'region', name?: string) =>
    screen
      .getByRole(role, name === undefined ? {} : { name })
      .element()
      .getBoundingClientRect()
  const stage = boxOf('application')
  expect(boxOf('region', '概要').bottom).toBeLessThanOrEqual(stage.top)
  expect(boxOf('list', 'ピン一覧').left).toBeGreaterThan(stage.right)
  await userEvent.click(pin('ポンプ室'))
  await expect.element(screen.getByRole('list', { name: '端末一覧' })).toBeVisible()
  expect(boxOf('list', '端末一覧').left).toBeGreaterThan(stage.right)
  expect(screen.getByRole('list', { name: 'ピン一覧' }).elements()).toEqual([])
})

test('on a phone pins and the cards of the summary are large enough for a glove', async () => {
  withCoarsePointer()
  const { screen, pin } = await open(390)
  const card = screen.getByRole('region', { name: '概要' }).getByRole('button').first()
  for (const target of [pin('ポンプ室'), card]) {
    const { width, height } = target.element().getBoundingClientRect()
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(48)
  }
})

test('a map is drawn at most 1000 px wide', async () => {
  const { screen } = await open(1920)
  expect(screen.getByRole('application').element().getBoundingClientRect().width).toBe(1000)
})

test('a pin that was added by keys has the focus, so that arrows move it', async () => {
  const { screen, pin } = await open(1280)
  screen.getByRole('application').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('textbox', { name: 'ピン名' })).toHaveFocus()
  await userEvent.keyboard('P-1{Enter}')
  await expect.element(pin('P-1')).toHaveFocus()
  await expect.element(pin('P-1')).toHaveAttribute('aria-pressed', 'true')
})

test('a camera leaves its pin, and only cameras can be chosen', async () => {
  const { screen, pin } = await open(1280)
  await userEvent.click(pin('ポンプ室'))
  await expect.element(screen.getByRole('list', { name: '端末一覧' })).toMatchTextContent(/ポンプのカメラ/)
  await userEvent.click(screen.getByRole('button', { name: '端末を編集' }))
  const dialog = screen.getByRole('dialog')
  await userEvent.click(dialog.getByRole('combobox', { name: 'カメラ' }))
  await expect.element(screen.getByRole('option', { name: '空いているカメラ' })).toBeVisible()
  expect(screen.getByRole('option', { name: 'ルーター' }).elements()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(dialog.getByRole('button', { name: 'カメラの選択を解除' }))
  await userEvent.click(dialog.getByRole('button', { name: '更新' }))
  await expect
    .poll(() => sent)
    .toEqual([{ method: 'PUT', path: '/api/v1/device/5', body: { map_pin_id: null } }])
  await expect.element(screen.getByText(/端末はまだありません/)).toBeVisible()
})

test('a WiFi pin takes routers and repeaters as well as cameras', async () => {
  plan = { ...map, map_pins: [{ ...pump, type: 1 }, corner] }
  const repeater = aDevice({ id: 10, name: '中継器', type: 3 })
  const meterless = aDevice({ id: 11, name: '流量計', type: 4 })
  const { screen, pin } = await open(1280, [...devices, repeater, meterless])
  await userEvent.click(pin('ポンプ室'))
  await userEvent.click(screen.getByRole('button', { name: '端末を編集' }))
  const dialog = screen.getByRole('dialog')
  await userEvent.click(dialog.getByRole('combobox', { name: 'カメラ・ルーター・中継器' }))
  await expect.element(screen.getByRole('option', { name: 'ルーター', exact: true })).toBeVisible()
  const options = screen.getByRole('option').elements()
  expect(options.map(({ textContent }) => textContent)).toEqual(['空いているカメラ', 'ルーター', '中継器'])
  await userEvent.click(screen.getByRole('option', { name: 'ルーター', exact: true }))
  await userEvent.click(dialog.getByRole('button', { name: '更新' }))
  await expect
    .poll(() => sent)
    .toEqual([{ method: 'PUT', path: '/api/v1/device/9', body: { map_pin_id: 7 } }])
})

test('a pin without trouble is outlined; one with trouble is filled and says its state', async () => {
  const silent = aDevice({ id: 9, name: 'ルーター', type: 1, status: 5, map_pin: { id: 8, map_id: 2 } })
  plan = { ...map, map_pins: [pump, { ...corner, type: 1 }] }
  const { pin } = await open(1280, [camera, silent])
  const marks = (name: string) => {
    const [mark, label, state] = pin(name).element().children
    if (mark === undefined || label === undefined) throw new Error('the pin is not drawn')
    const { backgroundColor, borderTopColor } = getComputedStyle(mark)
    return { fill: backgroundColor, edge: borderTopColor, state }
  }
  const [white, red, purple] = ['rgb(255, 255, 255)', 'rgb(194, 38, 29)', 'rgb(116, 52, 176)']
  expect(marks('ポンプ室')).toEqual({ fill: white, edge: red, state: undefined })
  expect(marks('角の部屋')).toMatchObject({ fill: purple, edge: white })
  const state = pin('角の部屋').getByText('通信エラー')
  await expect.element(state).toBeVisible()
  // The colour of what is abnormal, as the status has on other screens.
  expect(getComputedStyle(marks('角の部屋').state ?? document.body).backgroundColor).toBe('rgb(143, 26, 26)')
})

test('words of pins in trouble show on a small map unless many of these are close together', async () => {
  const pins = Array.from({ length: 14 }, (_, index) =>
    pinAt(20 + index, `第${index}室`, 0.1 + index * 0.06, 0.5),
  )
  plan = { ...map, map_pins: pins }
  const silent = (count: number) =>
    pins.map(({ id }, index) => aDevice({ id, status: index < count ? 5 : 1, map_pin: { id, map_id: 2 } }))
  const few = await open(390, silent(3))
  await expect.element(few.pin('第0室').getByText('通信エラー')).toBeVisible()
  await few.screen.unmount()
  const many = await open(390, silent(14))
  // Nothing covers the last one.
  const last = many.pin('第13室')
  const word = last.getByText('通信エラー')
  await expect.element(word).not.toBeVisible()
  await userEvent.click(last)
  await expect.element(word).toBeVisible()
})

test('words stay within the map, and other pins do not cover them', async () => {
  const silent = (id: number) => aDevice({ id, status: 5, map_pin: { id, map_id: 2 } })
  const pins = [pinAt(20, '圧縮機', 0.4, 0.4), pinAt(21, '窒素', 0.5, 0.58), pinAt(22, '井戸', 0.97, 0.2)]
  plan = { ...map, map_pins: pins }
  for (const width of [390, 820]) {
    const { screen, pin } = await open(width, [silent(20), silent(21), silent(22)])
    const boxOf = (element: Element | undefined) => {
      if (element === undefined) throw new Error('the pin is not drawn')
      return element.getBoundingClientRect()
    }
    const words = (name: string) => boxOf(pin(name).element().children[2])
    await expect.poll(() => words('圧縮機').width).toBeGreaterThan(0)
    const stage = screen.getByRole('application').element().getBoundingClientRect()
    expect(words('井戸').right).toBeLessThanOrEqual(stage.right + 1)
    const isCovered = () => {
      const [one, other] = [words('圧縮機'), boxOf(pin('窒素').element().children[0])]
      return (
        one.right > other.left && one.left < other.right && one.bottom > other.top && one.top < other.bottom
      )
    }
    await expect.poll(isCovered).toBe(false)
    await screen.unmount()
  }
})

test('the search of pins treats look-alike characters as equal', async () => {
  const others = Array.from({ length: 10 }, (_, at) => pinAt(20 + at, `弁${at}`, 0.1 + at / 20, 0.2))
  plan = { ...map, map_pins: [pinAt(7, '高架水槽ー1', 0.5, 0.5), ...others] }
  const { screen } = await open(1280)
  await userEvent.type(screen.getByRole('searchbox', { name: 'ピン名を検索' }), '髙架水槽-1')
  await expect
    .poll(() => screen.getByRole('list', { name: 'ピン一覧' }).getByRole('listitem').elements())
    .toHaveLength(1)
})

test('a pin in the list has the colour of its type only when it needs somebody, and says how many meters it has', async () => {
  const silent = aDevice({ id: 9, name: 'カメラ 2', type: 0, status: 5, map_pin: { id: 8, map_id: 2 } })
  const meters = [aMeter({ id: 1, device_id: 5 }), aMeter({ id: 2, device_id: 5 })]
  const { screen } = await open(1280, [camera, silent], meters)
  const row = (name: RegExp) => screen.getByRole('list', { name: 'ピン一覧' }).getByRole('button', { name })
  await expect.element(row(/ポンプ室/)).toMatchTextContent('メーター 2件')
  const colorOf = (name: RegExp) => getComputedStyle(row(name).element().children[0] ?? document.body).color
  const red = getComputedStyle(document.documentElement).getPropertyValue('--abnormal-edge')
  const probe = document.createElement('i')
  probe.style.color = red
  document.body.append(probe)
  const reddish = getComputedStyle(probe).color
  probe.remove()
  expect(colorOf(/角の部屋/)).toBe(reddish)
  expect(colorOf(/ポンプ室/)).not.toBe(reddish)
  await expect.element(screen.getByText(/赤がカメラ、紫がWiFi/)).toBeVisible()
})

test('a summary card without pins does not look like a button', async () => {
  const { screen } = await open(1280)
  const summary = screen.getByRole('region', { name: '概要' })
  const edgeOf = (label: string) => {
    const card = summary.getByText(label, { exact: true }).element().parentElement
    return card && getComputedStyle(card).borderTopColor
  }
  expect(edgeOf('異常')).toBe('rgba(0, 0, 0, 0)')
  expect(edgeOf('ピン')).not.toBe('rgba(0, 0, 0, 0)')
})

test('a summary card shows only its pins, on the map and in the list, until it is pressed again', async () => {
  const silent = aDevice({ id: 9, name: 'ルーター', type: 1, status: 5, map_pin: { id: 8, map_id: 2 } })
  const { screen, pin } = await open(1280, [camera, silent])
  const list = screen.getByRole('list', { name: 'ピン一覧' })
  const card = (name: RegExp) => screen.getByRole('region', { name: '概要' }).getByRole('button', { name })
  await userEvent.click(pin('ポンプ室'))
  await userEvent.click(card(/通信エラー/))
  await expect.element(card(/通信エラー/)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(pin('ポンプ室')).not.toBeInTheDocument()
  await expect.element(pin('角の部屋')).toBeVisible()
  await expect.element(list).toMatchTextContent(/角の部屋/)
  expect(list.getByText('ポンプ室').elements()).toEqual([])
  expect(screen.getByRole('button', { name: /異常/ }).elements()).toEqual([])
  await userEvent.click(card(/通信エラー/))
  await expect.element(list).toMatchTextContent(/ポンプ室/)
  await userEvent.click(card(/カメラ/))
  await expect.element(pin('角の部屋')).not.toBeInTheDocument()
  await userEvent.click(card(/^ピン(?!の)/))
  await expect.element(pin('角の部屋')).toBeVisible()
})

test('on a phone a finger pans over a pin and moves only the selected one, above its sheet', async () => {
  const { screen, pin } = await open(390)
  const drag = async () => {
    const from = await stillMiddleOf(pin('ポンプ室').element())
    await swipe([from, { x: from.x + 20, y: from.y + 10 }, { x: from.x + 40, y: from.y + 20 }])
  }
  await drag()
  expect(sent).toEqual([])
  await swipe([await stillMiddleOf(pin('ポンプ室').element())])
  await expect.element(pin('ポンプ室')).toHaveAttribute('aria-pressed', 'true')
  const sheet = screen.getByRole('button', { name: '端末一覧 1台' })
  await expect.element(sheet).toHaveAttribute('aria-expanded', 'true')
  await expect
    .poll(() => pin('ポンプ室').element().getBoundingClientRect().bottom)
    .toBeLessThan(sheet.element().getBoundingClientRect().top)
  await drag()
  await expect.poll(() => sent).toMatchObject([{ method: 'PUT', path: '/api/v1/map-pin/7' }])
})

test('a pin that is chosen in the list comes into view of the zoomed map', async () => {
  const { screen, pin } = await open(1280)
  for (let step = 0; step < 4; step++) await userEvent.click(screen.getByRole('button', { name: '拡大' }))
  const stage = screen.getByRole('application').element().getBoundingClientRect()
  const isInView = () => {
    const { x, y } = middleOf(pin('角の部屋').element())
    return x > stage.left && x < stage.right && y > stage.top && y < stage.bottom
  }
  expect(isInView()).toBe(false)
  await userEvent.click(
    screen.getByRole('list', { name: 'ピン一覧' }).getByRole('button', { name: /角の部屋/ }),
  )
  await expect.poll(isInView).toBe(true)
})

test('no pin has a state while devices load or could not be loaded, which can be tried again', async () => {
  const first = Promise.withResolvers<Response>()
  answerDevices = () => first.promise
  const { screen, pin } = await open(1280, null)
  await expect.element(pin('ポンプ室')).toHaveAccessibleName('ポンプ室、カメラ')
  await expect.element(screen.getByText('読み込み中')).toBeInTheDocument()
  first.resolve(Response.json({ success: false, messages: [] }, { status: 500 }))
  await expect.element(screen.getByRole('button', { name: '再試行' })).toBeVisible()
  expect(screen.getByText(/端末なし|カメラ0台/).elements()).toEqual([])
  await userEvent.click(pin('ポンプ室'))
  await expect.element(screen.getByText('端末を読み込めませんでした。')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '端末を編集' })).not.toBeInTheDocument()
  answerDevices = async () => ok(devices)
  await userEvent.click(screen.getByRole('button', { name: '再試行' }))
  await expect.element(pin('ポンプ室')).toHaveAccessibleName('ポンプ室、カメラ、正常')
  await expect.element(pin('角の部屋')).toHaveAccessibleName('角の部屋、カメラ、端末なし')
})

test('a pin that is moved back while its move is being saved stays there, and is saved there afterwards', async () => {
  const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  waiting = answers.map(({ promise }) => promise)
  const { pin, positionInCache } = await open(390)
  await swipe([await stillMiddleOf(pin('ポンプ室').element())])
  await expect.element(pin('ポンプ室')).toHaveAttribute('aria-pressed', 'true')
  const drag = async (x: number, y: number) => {
    const from = await stillMiddleOf(pin('ポンプ室').element())
    await swipe([from, { x: from.x + x / 2, y: from.y + y / 2 }, { x: from.x + x, y: from.y + y }])
  }
  await drag(40, 20)
  await expect.poll(() => sent.length).toBe(1)
  await drag(-40, -20)
  await expect.element(pin('ポンプ室')).toHaveStyle({ left: '50%', top: '50%' })
  expect(sent.length).toBe(1)
  answers[0]?.resolve()
  await expect.poll(positionInCache).toBeGreaterThan(0.5)
  await expect.poll(() => sent[1]?.body).toEqual({ xratio: 0.5, yratio: 0.5 })
  expect(pin('ポンプ室').element()).toHaveStyle({ left: '50%', top: '50%' })
  answers[1]?.resolve()
  await expect.poll(positionInCache).toBe(0.5)
})
