// Covers docs/requirements.md: 109, 124, 550, 561

import { afterEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { categoryType } from '../../../contract/categories.ts'
import { parseBoxes, parseCounter } from '../../../reader/web/index.ts'
import {
  onStage,
  openAssist,
  pictureIsStill,
  pictures,
  pointOf,
} from '../../../tests/support/components/assist.tsx'
import { settled } from '../../../tests/support/components/settled.ts'
import { swipe } from '../../../tests/support/components/touch.ts'
import { type } from '../../../tests/support/components/typeInPage.ts'

/** Real input and network on a shared machine. */
afterEach(() => vi.restoreAllMocks())

describe('the boxes of a counter', () => {
  const category = categoryType.counter

  test('one drawn around the row is split into its digits', async () => {
    const { screen, stage, register, registered } = await openAssist({ category, digitNumber: 6 })
    await expect.element(screen.getByText(/数字の並びを見つけられませんでした/)).toBeVisible()
    await register.click()
    await expect.element(screen.getByText('位置が未設定です')).toBeVisible()
    const root = stage.element()
    await pictureIsStill(root)
    await userEvent.dragAndDrop(stage, stage, {
      sourcePosition: onStage(root, 0.2, 0.4),
      targetPosition: onStage(root, 0.8, 0.5),
    })
    await expect
      .element(
        screen.getByText(
          '枠は 1 個、メーターの桁数は 6 桁です。登録すると、メーターの桁数は 1 桁になります。小数点以下の桁数は未登録になります。',
        ),
      )
      .toBeVisible()
    await screen.getByRole('button', { name: '枠を桁に分ける' }).click()
    await expect.poll(() => stage.getByRole('button').elements().length).toBe(6)
    await register.click()
    const boxes = parseBoxes(registered()?.settings ?? '')
    expect(boxes.ok && boxes.value.length).toBe(6)
    expect(registered()?.pins).toBeNull()
    expect(registered()?.settings).toMatch(/^0\.2\d*@0\.4/)
    expect(registered()).toMatchObject({ digitNumber: 6 })
  })

  test('give the meter its number of figures, which is said before', async () => {
    const { screen, stage, register, registered } = await openAssist({ category, digitNumber: null })
    await expect.element(screen.getByText(/数字の並びを見つけられませんでした/)).toBeVisible()
    stage.element().focus()
    await userEvent.keyboard('{Enter}')
    await type(screen.getByRole('textbox', { name: '桁数' }), '5')
    await screen.getByRole('button', { name: '枠を桁に分ける' }).click()
    await expect.element(screen.getByText('登録すると、メーターの桁数は 5 桁になります。')).toBeVisible()
    await register.click()
    expect(registered()).toMatchObject({ digitNumber: 5 })
  })

  test('two of them, drawn and moved by keys, give the whole row', async () => {
    const { screen, stage, register, registered } = await openAssist({ category, digitNumber: 4 })
    await expect.element(screen.getByText(/数字の並びを見つけられませんでした/)).toBeVisible()
    stage.element().focus()
    await userEvent.keyboard('{Enter}')
    const first = screen.getByRole('button', { name: '1桁目の枠', exact: true })
    first.element().focus()
    await userEvent.keyboard('{Shift>}{ArrowLeft>6/}{/Shift}')
    const corner = screen.getByRole('button', { name: '1桁目の枠、右下の角' })
    corner.element().focus()
    const width = () => first.element().getBoundingClientRect().width
    const before = await settled(width)
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    await expect.poll(width).toBeCloseTo(before - 10, 0)
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
    const { screen, stage } = await openAssist({ category })
    await expect.element(screen.getByText(/数字の並びを見つけられませんでした/)).toBeVisible()
    const root = stage.element()
    await pictureIsStill(root)
    await swipe([pointOf(root, 0.3, 0.3), pointOf(root, 0.5, 0.6), pointOf(root, 0.7, 0.7)], async () => {
      await expect.element(screen.getByTestId('magnifier')).toBeVisible()
    })
    const box = screen.getByRole('button', { name: '1桁目の枠', exact: true })
    await expect.element(box).toBeVisible()
    await pictureIsStill(root)
    const before = box.element().getBoundingClientRect()
    const handle = screen.getByRole('button', { name: '1桁目の枠、右の辺' }).element().getBoundingClientRect()
    const grip = { x: handle.left + handle.width / 2, y: handle.top + handle.height / 2 }
    await swipe([grip, { x: grip.x + 20, y: grip.y + 30 }, { x: grip.x + 30, y: grip.y + 40 }])
    await expect.poll(() => box.element().getBoundingClientRect().width).toBeCloseTo(before.width + 30, 0)
    expect(box.element().getBoundingClientRect().height).toBeCloseTo(before.height, 0)
  })

  test('get the dials of a water meter beside them, placed by finger and keys', async () => {
    const { screen, stage, register, registered } = await openAssist({ category, digitNumber: 4 })
    await expect.element(screen.getByText(/数字の並びを見つけられませんでした/)).toBeVisible()
    stage.element().focus()
    await userEvent.keyboard('{Enter}')
    await screen.getByText('針を置く').click()
    const root = stage.element()
    await pictureIsStill(root)
    await swipe([pointOf(root, 0.7, 0.3), pointOf(root, 0.74, 0.3), pointOf(root, 0.8, 0.3)])
    const first = screen.getByRole('button', { name: '×0.1の針', exact: true })
    await expect.element(first.first()).toBeVisible()
    stage.element().focus()
    await userEvent.keyboard('{Enter}{Enter}')
    const moved = stage.getByRole('button', { name: '×0.01の針', exact: true })
    moved.element().focus()
    await userEvent.keyboard('{Shift>}{ArrowDown>4/}{/Shift}')
    const handle = screen.getByRole('button', { name: '×0.01の針の大きさ' })
    handle.element().focus()
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}')
    stage.getByRole('button', { name: '×0.001の針', exact: true }).element().focus()
    await userEvent.keyboard('{Delete}')
    await expect
      .element(
        screen.getByText(
          '枠は 1 個、針は 2 本、メーターの桁数は 4 桁です。登録すると、メーターの桁数は 3 桁になります。',
        ),
      )
      .toBeVisible()
    // Of four digits two are the dials'.
    await expect.element(screen.getByRole('textbox', { name: '桁数' })).toHaveValue('2')
    await screen.getByRole('group', { name: '針' }).getByRole('button', { name: '×0.01の針' }).click()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '倍率' }), '×0.001')
    await register.click()
    await expect.element(screen.getByText('針の倍率は、×0.1、×0.01 のように続けてください')).toBeVisible()
    expect(registered()).toBeUndefined()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '倍率' }), '×0.01')
    await screen.getByRole('checkbox', { name: '反時計回り' }).click()
    await register.click()
    const places = parseCounter(registered()?.settings ?? '')
    if (!places.ok) throw new Error(places.reason)
    const [drawn, second] = places.value.dials
    expect(places.value.dials).toHaveLength(2)
    expect(drawn).toMatchObject({ multiplier: 0.1, zero: 0, clockwise: true })
    expect(drawn?.centre.x).toBeCloseTo(0.7, 1)
    expect(drawn?.radius).toBeCloseTo(0.1, 2)
    expect(second).toMatchObject({ multiplier: 0.01, clockwise: false })
    expect(second?.centre.y).toBeGreaterThan(0.55)
    expect(second?.radius).toBeLessThan(0.09)
    expect(registered()).toMatchObject({ digitNumber: 3, decimalPoint: 2 })
  })

  test('that a person has begun to draw stay when a proposal comes that nobody asked for', async () => {
    const copy = HTMLCanvasElement.prototype.toBlob
    const { promise: drawn, resolve: begin } = Promise.withResolvers<void>()
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
      this: HTMLCanvasElement,
      ...to
    ) {
      void drawn.then(() => copy.apply(this, to))
    })
    const { screen, stage } = await openAssist({ category, picture: pictures.counter, digitNumber: 6 })
    const looking = screen.getByText('画像から位置を探しています')
    await expect.element(looking).toBeVisible()
    stage.element().focus()
    await userEvent.keyboard('{Enter}')
    begin()
    await expect.element(looking).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: '1桁目の枠', exact: true })).toBeVisible()
    await expect.element(screen.getByRole('button', { name: '2桁目の枠' })).not.toBeInTheDocument()
  })

  test('are proposed where the reader sees digits, tried on the picture and registered', async () => {
    const { screen, stage, register, registered } = await openAssist({
      category,
      picture: pictures.counter,
      digitNumber: 6,
    })
    await expect.element(screen.getByText(/^提案 \d+ %$/)).toBeVisible()
    expect(stage.getByRole('button').elements()).toHaveLength(6)
    await screen.getByRole('button', { name: '試し読み' }).click()
    const result = screen.getByRole('region', { name: '試し読みの結果' })
    await expect.element(result.getByText(/枚で値を読み取りました/)).toBeVisible()
    await result.getByRole('button', { name: '設定に戻る' }).click()
    await register.click()
    const boxes = parseBoxes(registered()?.settings ?? '')
    expect(boxes.ok && boxes.value.length).toBe(6)
  })

  test('of red drums propose the decimals, and the value that is registered is shown with them', async () => {
    const { screen, register, registered } = await openAssist({
      category,
      picture: pictures.counter,
      digitNumber: 6,
      decimalPoint: null,
    })
    const decimals = screen.getByRole('combobox', { name: '小数点以下の桁数' })
    const value = screen.getByRole('status', { name: '登録される値' })
    await expect.element(screen.getByText('赤い数字が 2 桁あります。')).toBeVisible()
    await expect.element(decimals).toHaveValue('2')
    await expect.element(value).toHaveTextContent('読取 6980.37 → 測定値 6,980.37 m³')
    // On a phone without scrolling.
    await expect.element(value).toBeInViewport({ ratio: 1 })
    await userEvent.selectOptions(decimals, '未登録（整数として読み取り）')
    await expect.element(value).toHaveTextContent('読取 698037 → 測定値 698,037 m³')
    await userEvent.selectOptions(decimals, '1 桁')
    await expect.element(value).toHaveTextContent('読取 69803.7 → 測定値 69,803.7 m³')
    await screen.getByRole('button', { name: '試し読み' }).click()
    const result = screen.getByRole('region', { name: '試し読みの結果' })
    await expect.element(result.getByText('69,803.7 m³')).toBeVisible()
    await register.click()
    expect(registered()).toMatchObject({ digitNumber: 6, decimalPoint: 1 })
  })

  test('keep the meter’s decimals, and say what a change does to its readings', async () => {
    const { screen, register, registered } = await openAssist({
      category,
      picture: pictures.counter,
      digitNumber: 6,
      decimalPoint: 1,
      meterId: 3,
      hasReadings: true,
    })
    const decimals = screen.getByRole('combobox', { name: '小数点以下の桁数' })
    await expect.element(decimals).toHaveValue('1')
    await expect
      .element(screen.getByText('赤い数字が 2 桁あります。小数点以下の桁数を確かめてください。'))
      .toBeVisible()
    const unchanged = screen.getByText(/登録済みの測定値/)
    await expect.element(unchanged).not.toBeInTheDocument()
    await userEvent.selectOptions(decimals, '2 桁')
    await expect.element(unchanged).toBeVisible()
    await register.click()
    expect(registered()).toMatchObject({ digitNumber: 6, decimalPoint: 2 })
  })

  test('of a meter without readings do not speak of readings when the decimals change', async () => {
    const { screen } = await openAssist({ category, digitNumber: 4, decimalPoint: 1, meterId: 3 })
    await drawBox(screen)
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '小数点以下の桁数' }), '0 桁')
    await expect.element(screen.getByText(/登録済みの測定値/)).not.toBeInTheDocument()
  })

  test.each([
    ['counter', categoryType.counter],
    ['display', categoryType.segment],
  ])('of a %s without decimals ask for the decimal point', async (_, category) => {
    const { screen } = await openAssist({ category, digitNumber: 4, decimalPoint: null })
    await drawBox(screen)
    const hint = screen.getByText(
      '小数点の位置を確かめてください。小数点が無ければ「0 桁」を選んでください。',
    )
    await expect.element(hint).toBeVisible()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: '小数点以下の桁数' }), '0 桁')
    await expect.element(hint).not.toBeInTheDocument()
  })

  test('ask before a changed number of decimals is lost', async () => {
    const { screen, onClose } = await openAssist({
      category,
      picture: pictures.counter,
      digitNumber: 6,
      decimalPoint: 2,
    })
    await expect.element(screen.getByText(/^提案 \d+ %$/)).toBeVisible()
    const decimals = screen.getByRole('combobox', { name: '小数点以下の桁数' })
    await userEvent.selectOptions(decimals, '3 桁')
    await screen.getByRole('button', { name: '閉じる' }).click()
    const question = screen.getByRole('dialog', { name: '入力内容を破棄しますか' })
    await question.getByRole('button', { name: '入力を続ける' }).click()
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.selectOptions(decimals, '2 桁')
    await screen.getByRole('button', { name: '閉じる' }).click()
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
  })
})

async function drawBox(screen: Awaited<ReturnType<typeof openAssist>>['screen']) {
  await expect.element(screen.getByText(/数字の並びを見つけられませんでした/)).toBeVisible()
  screen.getByRole('application', { name: 'メーター画像' }).element().focus()
  await userEvent.keyboard('{Enter}')
}
