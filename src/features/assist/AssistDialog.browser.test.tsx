import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CategoryType, categoryType } from '../../../contract/categories.ts'
import { parseBoxes, parseScale } from '../../../reader/web/index.ts'
import { show } from '../../../tests/support/show.tsx'
import { pinch, swipe } from '../../../tests/support/touch.ts'
import AssistDialog from './AssistDialog.tsx'
import type { Assist } from './pins.ts'

const round = new URL('../../../tests/fixtures/reader/round.png', import.meta.url).href
const counter = new URL('../../../tests/fixtures/reader/counter.png', import.meta.url).href

/** A picture on which the reader finds nothing, 400 × 300. */
function bareWall(): string {
  const canvas = document.createElement('canvas')
  canvas.width = 400
  canvas.height = 300
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = '#96989b'
    context.fillRect(0, 0, 400, 300)
  }
  return canvas.toDataURL()
}

const onRegister = vi.fn(async (_next: Assist) => undefined)
const onInitialise = vi.fn(async () => undefined)
const onClose = vi.fn()
beforeEach(async () => {
  for (const each of [onRegister, onInitialise, onClose]) each.mockReset()
  await page.viewport(390, 844)
})
afterEach(() => vi.restoreAllMocks())

/** Real keys, fingers and networks, on machines that have other work too. */
vi.setConfig({ testTimeout: 60_000 })

const nothing: Assist = { settings: null, pins: null }

interface Opening {
  picture?: string
  category?: CategoryType
  value?: Assist
  digitNumber?: number | null
  canvasSize?: number
}

async function open({
  picture = bareWall(),
  category = categoryType.circle,
  value = nothing,
  digitNumber = null,
  canvasSize,
}: Opening = {}) {
  const screen = await show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <AssistDialog
        opened
        onClose={onClose}
        picture={picture}
        category={category}
        value={value}
        range={category === categoryType.circle ? { start: 0, end: 1 } : { start: null, end: null }}
        digits={{ digitNumber, decimalPoint: 2 }}
        area={null}
        meterId={null}
        canvasSize={canvasSize}
        onRegister={onRegister}
        onInitialise={onInitialise}
      />
    </QueryClientProvider>,
  )
  const stage = screen.getByRole('application', { name: 'メーター画像' })
  await expect.element(stage).toBeVisible()
  const register = screen.getByRole('button', { name: '登録' })
  return { screen, stage, register }
}

/** Where a place of the picture, in ratios, lies in the window. */
function placeOf(stage: Element, x: number, y: number) {
  const picture = stage.querySelector('img')?.getBoundingClientRect() ?? new DOMRect()
  return { x: picture.left + x * picture.width, y: picture.top + y * picture.height }
}

/** The same from the corner of the stage, as clicks are given. */
function onStage(stage: Element, x: number, y: number) {
  const { left, top } = stage.getBoundingClientRect()
  const at = placeOf(stage, x, y)
  return { x: at.x - left, y: at.y - top }
}

const ratioOf = (stage: Element, pin: Element) => {
  const picture = stage.querySelector('img')?.getBoundingClientRect() ?? new DOMRect()
  const { left, top, width, height } = pin.getBoundingClientRect()
  return {
    x: (left + width / 2 - picture.left) / picture.width,
    y: (top + height / 2 - picture.top) / picture.height,
  }
}

const registered = () => onRegister.mock.calls[0]?.[0]

describe('the pins of a gauge', () => {
  test('are placed by mouse one after the other, values come from the meter’s range', async () => {
    const { screen, stage, register } = await open()
    await expect.element(screen.getByText(/目盛を見つけられませんでした/)).toBeVisible()
    const place = async (x: number, y: number) =>
      userEvent.click(stage, { position: onStage(stage.element(), x, y) })
    await place(0.5, 0.5)
    await place(0.3, 0.5 + 0.2 * (4 / 3))
    await place(0.7, 0.5 + 0.2 * (4 / 3))
    // All that must be there is: a press by mistake places nothing.
    await place(0.1, 0.1)
    await expect.element(screen.getByRole('button', { name: '1 始点、225°、値 0' })).toBeVisible()
    await screen.getByText('中間', { exact: true }).first().click()
    await place(0.5, 0.2)
    await screen.getByRole('textbox', { name: '2 中間の値' }).fill('0.5')
    await register.click()
    expect(registered()?.settings).toBe('225:0,0:0.5,135:1')
    expect(registered()?.pins?.axis.x).toBeCloseTo(0.5, 2)
    expect(registered()?.pins?.radius).toBeCloseTo(0.283, 2)
    expect(onClose).toHaveBeenCalled()
  })

  test('that are missing are named, and so are missing values', async () => {
    const { screen, stage, register } = await open()
    await register.click()
    await expect.poll(() => screen.getByText('位置が未設定です').elements().length).toBe(3)
    for (const [x, y] of [
      [0.5, 0.5],
      [0.3, 0.7],
      [0.7, 0.7],
    ] as const)
      await userEvent.click(stage, { position: onStage(stage.element(), x, y) })
    await expect.poll(() => screen.getByText('位置が未設定です').elements().length).toBe(0)
    const end = screen.getByRole('textbox', { name: '2 終点の値' })
    await end.fill('')
    await expect.element(screen.getByText('入力してください')).toBeVisible()
    await register.click()
    await expect.element(end).toHaveFocus()
    expect(onRegister).not.toHaveBeenCalled()
  })

  test('are placed and moved by keys, and every step can be taken back', async () => {
    const { screen, stage, register } = await open()
    await expect.element(screen.getByText(/目盛を見つけられませんでした/)).toBeVisible()
    stage.element().focus()
    await userEvent.keyboard('{Enter}{Enter}{Enter}')
    const start = screen.getByRole('button', { name: /^1 始点/ })
    const end = screen.getByRole('button', { name: /^2 終点/ })
    start.element().focus()
    await userEvent.keyboard('{Shift>}{ArrowLeft>3/}{ArrowDown>3/}{/Shift}')
    await expect.element(screen.getByRole('button', { name: '1 始点、225°、値 0' })).toHaveFocus()
    await expect.element(screen.getByText('始点 225°')).toBeInTheDocument()
    end.element().focus()
    await userEvent.keyboard('{Shift>}{ArrowRight>3/}{ArrowDown>3/}{/Shift}{ArrowUp>3/}')
    const moved = ratioOf(stage.element(), end.element())
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => ratioOf(stage.element(), end.element()).x).toBeCloseTo(0.5, 3)
    await userEvent.keyboard('{Control>}y{/Control}')
    await expect.poll(() => ratioOf(stage.element(), end.element())).toEqual(moved)
    await register.click()
    expect(registered()?.settings).toBe('225:0,132:1')
    // Back to where nothing was placed: the focus of a pin that goes stays in reach of the keys.
    end.element().focus()
    await userEvent.keyboard('{Control>}zzz{/Control}')
    await expect.element(end).not.toBeInTheDocument()
    await expect.element(stage).toHaveFocus()
    await userEvent.keyboard('{Control>}zz{/Control}')
    await expect.poll(() => stage.getByRole('button').elements().length).toBe(0)
  })

  test('are moved by a finger within half a per cent, the hidden place under a loupe', async () => {
    const { screen, stage } = await open()
    await expect.element(screen.getByText(/目盛を見つけられませんでした/)).toBeVisible()
    const root = stage.element()
    await swipe([placeOf(root, 0.4, 0.6)])
    const axis = screen.getByRole('button', { name: '軸' })
    const { width } = axis.element().getBoundingClientRect()
    expect(width).toBeGreaterThanOrEqual(44)
    // The finger lies on the edge of the pin and moves it without covering it.
    const from = placeOf(root, 0.4, 0.6)
    const by = { x: placeOf(root, 0.5, 0.5).x - from.x, y: placeOf(root, 0.5, 0.5).y - from.y }
    const finger = { x: from.x + 12, y: from.y + 12 }
    await swipe(
      [
        finger,
        { x: finger.x + by.x / 2, y: finger.y + by.y / 2 },
        { x: finger.x + by.x, y: finger.y + by.y },
      ],
      async () => {
        await expect.element(screen.getByTestId('loupe')).toBeVisible()
      },
    )
    await expect.element(screen.getByTestId('loupe')).not.toBeInTheDocument()
    const { x, y } = ratioOf(root, axis.element())
    expect(Math.abs(x - 0.5)).toBeLessThan(0.005)
    expect(Math.abs(y - 0.5)).toBeLessThan(0.005)
  })

  test('stay as large as a finger when the picture is zoomed by two, which places nothing', async () => {
    const { screen, stage } = await open()
    await expect.element(screen.getByText(/目盛を見つけられませんでした/)).toBeVisible()
    const root = stage.element()
    await userEvent.click(stage, { position: onStage(root, 0.5, 0.5) })
    const before = root.querySelector('img')?.getBoundingClientRect().width ?? 0
    const at = (x: number) => placeOf(root, x, 0.7)
    await pinch([at(0.45), at(0.55)], [at(0.2), at(0.8)])
    await expect
      .poll(() => (root.querySelector('img')?.getBoundingClientRect().width ?? 0) / before)
      .toBeGreaterThan(2)
    const axis = screen.getByRole('button', { name: '軸' })
    expect(axis.element().getBoundingClientRect().width).toBe(44)
    const { x, y } = ratioOf(root, axis.element())
    expect(x).toBeCloseTo(0.5, 2)
    expect(y).toBeCloseTo(0.5, 2)
    expect(screen.getByRole('button', { name: /始点/ }).elements()).toEqual([])
    await screen.getByRole('button', { name: '全体を表示' }).click()
    await expect.poll(() => root.querySelector('img')?.getBoundingClientRect().width).toBe(before)
  })
})

test('what the reader finds is proposed, tried on the picture and stored only when it is registered', async () => {
  const { screen, register } = await open({ picture: round })
  await expect.element(screen.getByText(/^提案 \d+ %$/), { timeout: 30_000 }).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^1 始点、22\d°、値 0、提案$/ })).toBeVisible()
  expect(onRegister).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: '試し読み' }).click()
  const result = screen.getByRole('region', { name: '試し読みの結果' })
  await expect.element(result.getByText('0.62'), { timeout: 30_000 }).toBeVisible()
  await expect.element(result.getByText(/信頼度/)).toBeVisible()
  await result.getByRole('button', { name: '設定に戻る' }).click()
  await register.click()
  const scale = parseScale(registered()?.settings ?? '')
  expect(scale.ok && scale.value.map(({ value }) => value)).toEqual([0, 1])
})

describe('a setting that is there', () => {
  const value = { settings: '225:0,0:0.5,135:1', pins: { axis: { x: 0.5, y: 0.5 }, radius: 0.25 } }

  test('is shown as done; nothing can be changed or registered before it is initialised', async () => {
    const { screen, stage, register } = await open({ value })
    await expect.element(screen.getByText('AIアシスト設定済み')).toBeVisible()
    await expect.element(register).toBeDisabled()
    await expect.element(screen.getByRole('textbox', { name: '2 中間の値' })).toBeDisabled()
    await expect.element(screen.getByRole('button', { name: /^3 終点、135°/ })).toBeDisabled()
    await screen.getByRole('button', { name: '初期化' }).click()
    const question = screen.getByRole('dialog', { name: '初期化しますか？' })
    await question.getByRole('button', { name: 'キャンセル' }).click()
    expect(onInitialise).not.toHaveBeenCalled()
    await screen.getByRole('button', { name: '初期化' }).click()
    await question.getByRole('button', { name: '初期化' }).click()
    await expect.element(screen.getByText('AIアシスト設定済み')).not.toBeInTheDocument()
    expect(onInitialise).toHaveBeenCalledOnce()
    expect(stage.getByRole('button').elements()).toEqual([])
    // The pins as they stood are one step away: small corrections need not begin anew.
    await screen.getByRole('button', { name: '元に戻す' }).click()
    await register.click()
    expect(registered()).toEqual(value)
  })

  test('of another kind of meter counts as none', async () => {
    const { screen, register } = await open({ value: { settings: '0.1@0.1:0.2@0.3', pins: null } })
    await expect.element(register).toBeEnabled()
    await expect.element(screen.getByText('AIアシスト設定済み')).not.toBeInTheDocument()
  })

  test('whose axis is not known says that it must be set again', async () => {
    const { screen } = await open({ value: { ...value, pins: null } })
    await expect.element(screen.getByText(/軸の位置が登録されていない/)).toBeVisible()
  })

  test('stays when it cannot be cleared, and the failure is told', async () => {
    onInitialise.mockRejectedValueOnce(new Error('no'))
    const { screen } = await open({ value })
    await screen.getByRole('button', { name: '初期化' }).click()
    await screen
      .getByRole('dialog', { name: '初期化しますか？' })
      .getByRole('button', { name: '初期化' })
      .click()
    await expect.element(screen.getByText('初期化できませんでした')).toBeVisible()
    await expect.element(screen.getByText('AIアシスト設定済み')).toBeVisible()
  })
})

describe('the boxes of a counter', () => {
  const category = categoryType.counter

  test('one drawn around the row is parted into its digits', async () => {
    const { screen, stage, register } = await open({ category, digitNumber: 6 })
    await expect.element(screen.getByText(/数字の並びを見つけられませんでした/)).toBeVisible()
    await register.click()
    await expect.element(screen.getByText('位置が未設定です')).toBeVisible()
    const root = stage.element()
    await userEvent.dragAndDrop(stage, stage, {
      sourcePosition: onStage(root, 0.2, 0.4),
      targetPosition: onStage(root, 0.8, 0.5),
    })
    await expect.element(screen.getByText('枠は 1 個、メーターの桁数は 6 桁です。')).toBeVisible()
    await screen.getByRole('button', { name: '枠を桁に分ける' }).click()
    await expect.poll(() => stage.getByRole('button').elements().length).toBe(6)
    await register.click()
    const boxes = parseBoxes(registered()?.settings ?? '')
    expect(boxes.ok && boxes.value.length).toBe(6)
    expect(registered()?.pins).toBeNull()
    expect(registered()?.settings).toMatch(/^0\.2\d*@0\.4/)
  })

  test('two of them, drawn and moved by keys, give the whole row', async () => {
    const { screen, stage, register } = await open({ category, digitNumber: 4 })
    await expect.element(screen.getByText(/数字の並びを見つけられませんでした/)).toBeVisible()
    stage.element().focus()
    await userEvent.keyboard('{Enter}')
    const first = screen.getByRole('button', { name: '1桁目の枠', exact: true })
    first.element().focus()
    await userEvent.keyboard('{Shift>}{ArrowLeft>6/}{/Shift}')
    const corner = screen.getByRole('button', { name: '1桁目の枠、右下の角' })
    corner.element().focus()
    const before = first.element().getBoundingClientRect().width
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    expect(first.element().getBoundingClientRect().width).toBeCloseTo(before - 10, 0)
    stage.element().focus()
    await userEvent.keyboard('{Enter}')
    screen.getByRole('button', { name: '2桁目の枠', exact: true }).element().focus()
    await userEvent.keyboard('{Shift>}{ArrowRight>6/}{/Shift}')
    await screen.getByRole('button', { name: '同じ大きさで並べる' }).click()
    await expect.poll(() => stage.getByRole('button').elements().length).toBe(4)
    screen.getByRole('button', { name: '4桁目の枠', exact: true }).element().focus()
    await userEvent.keyboard('{Delete}')
    await register.click()
    const boxes = parseBoxes(registered()?.settings ?? '')
    expect(boxes.ok && boxes.value.length).toBe(3)
  })

  test('are drawn by a finger and resized by its handles', async () => {
    const { screen, stage } = await open({ category })
    await expect.element(screen.getByText(/数字の並びを見つけられませんでした/)).toBeVisible()
    const root = stage.element()
    await swipe([placeOf(root, 0.3, 0.3), placeOf(root, 0.5, 0.6), placeOf(root, 0.7, 0.7)], async () => {
      await expect.element(screen.getByTestId('loupe')).toBeVisible()
    })
    const box = screen.getByRole('button', { name: '1桁目の枠', exact: true })
    const before = box.element().getBoundingClientRect()
    const handle = screen.getByRole('button', { name: '1桁目の枠、右の辺' }).element().getBoundingClientRect()
    const grip = { x: handle.left + handle.width / 2, y: handle.top + handle.height / 2 }
    await swipe([grip, { x: grip.x + 20, y: grip.y + 30 }, { x: grip.x + 30, y: grip.y + 40 }])
    await expect.poll(() => box.element().getBoundingClientRect().width).toBeCloseTo(before.width + 30, 0)
    expect(box.element().getBoundingClientRect().height).toBeCloseTo(before.height, 0)
  })

  test('are proposed where the reader sees figures', async () => {
    const { screen, stage } = await open({ category, picture: counter, digitNumber: 6 })
    await expect.element(screen.getByText(/^提案 \d+ %$/), { timeout: 30_000 }).toBeVisible()
    expect(stage.getByRole('button').elements()).toHaveLength(6)
  })
})

test('the canvas has the size that it is given', async () => {
  const { stage } = await open({ canvasSize: 250 })
  const { width, height } = stage.element().getBoundingClientRect()
  expect([width, height]).toEqual([250, 250])
})

test('on a phone the picture and the actions are seen together without scrolling', async () => {
  const { stage, register } = await open({ picture: round })
  const picture = stage.element().getBoundingClientRect()
  expect(picture.width).toBe(390)
  expect(picture.height).toBeGreaterThan(280)
  expect(register.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(844)
  expect(register.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
})

test('a picture that cannot be had is said to be missing', async () => {
  const screen = await show(
    <QueryClientProvider client={new QueryClient()}>
      <AssistDialog
        opened
        onClose={onClose}
        picture="/nothing-there.png"
        category={categoryType.circle}
        value={nothing}
        range={{ start: 0, end: 1 }}
        digits={{ digitNumber: null, decimalPoint: null }}
        area={null}
        meterId={null}
        onRegister={onRegister}
        onInitialise={onInitialise}
      />
    </QueryClientProvider>,
  )
  await expect.element(screen.getByText('画像を表示できません')).toBeVisible()
})
