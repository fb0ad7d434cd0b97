// Covers docs/requirements.md: 118, 119, 121, 124, 205, 206

import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type Point, parseScale } from '../../../reader/web/index.ts'
import {
  onStage,
  openAssist,
  pictureIsStill,
  pictures,
  pointOf,
  ratioOf,
} from '../../../tests/support/components/assist.tsx'
import { settled } from '../../../tests/support/components/settled.ts'
import { pinch, swipe } from '../../../tests/support/components/touch.ts'
import { type } from '../../../tests/support/components/typeInPage.ts'

/** Real input and network on a shared machine. */
describe('the pins of a gauge', () => {
  test('are placed by mouse one after the other, values come from the meter’s range', async () => {
    const { screen, stage, register, registered, onClose } = await openAssist()
    await expect.element(screen.getByText(/目盛を見つけられませんでした/)).toBeVisible()
    await pictureIsStill(stage.element())
    const place = async (x: number, y: number) =>
      userEvent.click(stage, { position: onStage(stage.element(), x, y) })
    await place(0.5, 0.5)
    await place(0.3, 0.5 + 0.2 * (4 / 3))
    await place(0.7, 0.5 + 0.2 * (4 / 3))
    // All required pins are set: a further press adds nothing.
    await place(0.1, 0.1)
    await expect.element(screen.getByRole('button', { name: '1 始点、225°、値 0' })).toBeVisible()
    await screen.getByText('中間', { exact: true }).first().click()
    await place(0.5, 0.2)
    await type(screen.getByRole('textbox', { name: '2 中間の値' }), '0.5')
    await register.click()
    expect(registered()?.settings).toBe('225:0,0:0.5,135:1')
    expect(registered()?.pins?.axis.x).toBeCloseTo(0.5, 2)
    expect(registered()?.pins?.radius).toBeCloseTo(0.283, 2)
    expect(onClose).toHaveBeenCalled()
  })

  test('that are missing are named, and so are missing values', async () => {
    const { screen, stage, register, onRegister } = await openAssist()
    await register.click()
    await expect.poll(() => screen.getByText('位置が未設定です').elements().length).toBe(3)
    await pictureIsStill(stage.element())
    for (const [x, y] of [
      [0.5, 0.5],
      [0.3, 0.7],
      [0.7, 0.7],
    ] as const)
      await userEvent.click(stage, { position: onStage(stage.element(), x, y) })
    await expect.poll(() => screen.getByText('位置が未設定です').elements().length).toBe(0)
    const end = screen.getByRole('textbox', { name: '2 終点の値' })
    await type(end, '')
    await expect.element(screen.getByText('入力してください')).toBeVisible()
    await register.click()
    await expect.element(end).toHaveFocus()
    expect(onRegister).not.toHaveBeenCalled()
  })

  test('are placed and moved by keys, and every step can be taken back', async () => {
    const { screen, stage, register, registered } = await openAssist()
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
    const moved = await settled(() => ratioOf(stage.element(), end.element()))
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => ratioOf(stage.element(), end.element()).x).toBeCloseTo(0.5, 3)
    await userEvent.keyboard('{Control>}y{/Control}')
    await expect.poll(() => ratioOf(stage.element(), end.element())).toEqual(moved)
    await register.click()
    expect(registered()?.settings).toBe('225:0,132:1')
    // Undo up to the start: focus must stay in the dialog when its pin is removed.
    end.element().focus()
    await userEvent.keyboard('{Control>}zzz{/Control}')
    await expect.element(end).not.toBeInTheDocument()
    await expect.element(stage).toHaveFocus()
    await userEvent.keyboard('{Control>}zz{/Control}')
    await expect.poll(() => stage.getByRole('button').elements().length).toBe(0)
  })

  test('are moved by a finger within half a per cent, the hidden place under a magnifier', async () => {
    const { screen, stage } = await openAssist()
    await expect.element(screen.getByText(/目盛を見つけられませんでした/)).toBeVisible()
    const root = stage.element()
    await pictureIsStill(root)
    await swipe([pointOf(root, 0.4, 0.6)])
    const axis = screen.getByRole('button', { name: '軸' })
    await expect.element(axis).toBeVisible()
    expect(axis.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(44)
    await pictureIsStill(root)
    // The finger touches the edge of the pin, which stays visible.
    const from = pointOf(root, 0.4, 0.6)
    const by = { x: pointOf(root, 0.5, 0.5).x - from.x, y: pointOf(root, 0.5, 0.5).y - from.y }
    const finger = { x: from.x + 12, y: from.y + 12 }
    await swipe(
      [
        finger,
        { x: finger.x + by.x / 2, y: finger.y + by.y / 2 },
        { x: finger.x + by.x, y: finger.y + by.y },
      ],
      async () => {
        await expect.element(screen.getByTestId('magnifier')).toBeVisible()
      },
    )
    await expect.element(screen.getByTestId('magnifier')).not.toBeInTheDocument()
    await expect.poll(() => Math.abs(ratioOf(root, axis.element()).x - 0.5)).toBeLessThan(0.005)
    await expect.poll(() => Math.abs(ratioOf(root, axis.element()).y - 0.5)).toBeLessThan(0.005)
  })

  test.each([
    ['a finger', (_: HTMLElement, at: Point) => swipe([at])],
    [
      'the mouse',
      (root: HTMLElement, { x, y }: Point) => {
        const { left, top } = root.getBoundingClientRect()
        return userEvent.click(root, { position: { x: x - left, y: y - top } })
      },
    ],
  ])('may share a place: where a scale runs round, %s on its start puts the end there', async (_, tap) => {
    const { screen, stage } = await openAssist()
    await expect.element(screen.getByText(/目盛を見つけられませんでした/)).toBeVisible()
    const root = stage.element() as HTMLElement
    await pictureIsStill(root)
    for (const [x, y] of [
      [0.5, 0.5],
      [0.5, 0.2],
    ] as const)
      await tap(root, pointOf(root, x, y))
    const start = screen.getByRole('button', { name: /^1 始点、0°/ })
    await expect.element(start).toBeVisible()
    await pictureIsStill(root)
    const before = ratioOf(root, start.element())
    const on = pointOf(root, 0.5, 0.2)
    await tap(root, { x: on.x - 8, y: on.y })
    const end = screen.getByRole('button', { name: /^2 終点、35\d°/ })
    await expect.element(end).toHaveAttribute('data-selected')
    await expect.element(stage).toHaveFocus()
    expect(ratioOf(root, start.element())).toEqual(before)
    // Nothing left to place: a tap only selects.
    const there = ratioOf(root, end.element())
    await tap(root, { x: on.x - 18, y: on.y })
    expect(ratioOf(root, end.element())).toEqual(there)
  })

  test('stay as large as a finger when the picture is zoomed by two, which places nothing', async () => {
    const { screen, stage } = await openAssist()
    await expect.element(screen.getByText(/目盛を見つけられませんでした/)).toBeVisible()
    const root = stage.element()
    await pictureIsStill(root)
    await userEvent.click(stage, { position: onStage(root, 0.5, 0.5) })
    await pictureIsStill(root)
    const before = root.querySelector('img')?.getBoundingClientRect().width ?? 0
    const at = (x: number) => pointOf(root, x, 0.7)
    await pinch([at(0.45), at(0.55)], [at(0.2), at(0.8)])
    await expect
      .poll(() => (root.querySelector('img')?.getBoundingClientRect().width ?? 0) / before)
      .toBeGreaterThan(2)
    const axis = screen.getByRole('button', { name: '軸' })
    expect(axis.element().getBoundingClientRect().width).toBe(48)
    const { x, y } = ratioOf(root, axis.element())
    expect(x).toBeCloseTo(0.5, 2)
    expect(y).toBeCloseTo(0.5, 2)
    expect(screen.getByRole('button', { name: /始点/ }).elements()).toEqual([])
    await screen.getByRole('button', { name: '全体を表示' }).click()
    await expect.poll(() => root.querySelector('img')?.getBoundingClientRect().width).toBe(before)
  })
})

test('what the reader finds is proposed, tried on the picture and stored only when it is registered', async () => {
  const { screen, register, registered, onRegister } = await openAssist({ picture: pictures.round })
  await expect.element(screen.getByText(/^提案 \d+ %$/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^1 始点、22\d°、値 0、提案$/ })).toBeVisible()
  expect(onRegister).not.toHaveBeenCalled()
  await screen.getByRole('button', { name: '試し読み' }).click()
  const result = screen.getByRole('region', { name: '試し読みの結果' })
  await expect.element(result.getByText('0.62')).toBeVisible()
  await expect.element(result.getByText(/信頼度/)).toBeVisible()
  await result.getByRole('button', { name: '設定に戻る' }).click()
  await register.click()
  const scale = parseScale(registered()?.settings ?? '')
  expect(scale.ok && scale.value.map(({ value }) => value)).toEqual([0, 1])
})
