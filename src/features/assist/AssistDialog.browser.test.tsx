// Covers docs/requirements.md: 116, 117, 122, 123

import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { categoryType } from '../../../contract/categories.ts'
import { openAssist, pictures, showAssist } from '../../../tests/support/components/assist.tsx'

/** Real input and network on a shared machine. */
describe('a setting that is there', () => {
  const value = { settings: '225:0,0:0.5,135:1', pins: { axis: { x: 0.5, y: 0.5 }, radius: 0.25 } }

  test('is shown as done; nothing can be changed or registered before it is initialised', async () => {
    const { screen, stage, register, registered, onInitialise } = await openAssist({ value })
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
    await expect.element(stage).toHaveFocus()
    expect(stage.getByRole('button').elements()).toEqual([])
    // One undo brings the pins back.
    await screen.getByRole('button', { name: '元に戻す' }).click()
    await register.click()
    expect(registered()).toEqual(value)
  })

  test('of another kind of meter counts as none', async () => {
    const { screen, register } = await openAssist({ value: { settings: '0.1@0.1:0.2@0.3', pins: null } })
    await expect.element(register).toBeEnabled()
    await expect.element(screen.getByText('AIアシスト設定済み')).not.toBeInTheDocument()
  })

  test('whose axis is not known says that it must be set again', async () => {
    const { screen } = await openAssist({ value: { ...value, pins: null } })
    await expect.element(screen.getByText(/軸の位置が登録されていない/)).toBeVisible()
  })

  test('stays when it cannot be cleared, and the failure is told', async () => {
    const { screen, onInitialise } = await openAssist({ value })
    onInitialise.mockRejectedValueOnce(new Error('no'))
    await screen.getByRole('button', { name: '初期化' }).click()
    await screen
      .getByRole('dialog', { name: '初期化しますか？' })
      .getByRole('button', { name: '初期化' })
      .click()
    await expect.element(screen.getByText('初期化できませんでした')).toBeVisible()
    await expect.element(screen.getByText('AIアシスト設定済み')).toBeVisible()
  })
})

test('a failure to load the categories is shown in the dialog, and a retry leads to the editor', async () => {
  const ask = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.error())
  onTestFinished(() => ask.mockRestore())
  const { screen } = await showAssist({ category: undefined })
  const retry = screen.getByRole('dialog').getByRole('button', { name: '再試行' })
  await expect.element(retry).toBeVisible()
  ask.mockImplementation(() => new Promise(() => {}))
  await retry.click()
  await expect.element(screen.getByRole('status', { name: '画像を読み込み中' })).toBeVisible()
})

test('the canvas has the size that it is given', async () => {
  const { stage } = await openAssist({ canvasSize: 250 })
  const size = () => {
    const { width, height } = stage.element().getBoundingClientRect()
    return [width, height]
  }
  await expect.poll(size).toEqual([250, 250])
})

test('on a phone the picture and the actions are seen together without scrolling', async () => {
  const { stage, register } = await openAssist({ picture: pictures.round })
  const boxOf = (locator: Locator) => locator.element().getBoundingClientRect()
  await expect.poll(() => boxOf(stage).width).toBe(390)
  await expect.poll(() => boxOf(stage).height).toBeGreaterThan(280)
  await expect.poll(() => boxOf(register).bottom).toBeLessThanOrEqual(844)
  expect(boxOf(register).height).toBeGreaterThanOrEqual(48)
})

describe('on a small phone', () => {
  afterEach(() => document.documentElement.style.removeProperty('--dialogs-room'))

  test.each([
    { width: 390, height: 844, room: 147 },
    { width: 390, height: 664, room: 0 },
    { width: 375, height: 667, room: 0 },
    { width: 360, height: 660, room: 0 },
    // The dialog scrolls here, below the actions.
    { width: 390, height: 664, room: 147 },
  ])(
    'of $width × $height with $room px of notifications the actions are in view',
    async ({ width, height, room }) => {
      const { screen, stage, register } = await openAssist({
        category: categoryType.counter,
        picture: pictures.counter,
        digitNumber: 6,
      })
      document.documentElement.style.setProperty('--dialogs-room', `${room}px`)
      await page.viewport(width, height)
      await expect.element(register).toBeInViewport({ ratio: 1 })
      await expect.element(screen.getByRole('button', { name: '試し読み' })).toBeInViewport({ ratio: 1 })
      await expect.element(stage).toBeInViewport({ ratio: 0.8 })
      const onTop = () => document.elementFromPoint(...centreOf(register.element()))?.closest('button')
      await expect.poll(onTop).toBe(register.element())
    },
  )
})

test('the picture has the focus when the dialog opens', async () => {
  const { stage } = await openAssist()
  await expect.element(stage).toHaveFocus()
})

test('the title names the meter on one line, however long its name is', async () => {
  const name = '第二工場 地下一階 ボイラー室 給水ポンプ 2号機 吐出側 圧力計（予備系統）'
  const { screen, register } = await openAssist({ meterName: name })
  const dialog = screen.getByRole('dialog', { name: `AIアシスト設定 ${name}` })
  await expect.element(dialog).toBeVisible()
  expect(screen.getByText(name).element().getBoundingClientRect().height).toBeLessThan(20)
  await expect.element(register).toBeInViewport({ ratio: 1 })
})

test('a picture that cannot be had is said to be missing', async () => {
  const { screen } = await showAssist({ picture: '/nothing-there.png' })
  await expect.element(screen.getByText('画像を表示できません')).toBeVisible()
})

function centreOf(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [left + width / 2, top + height / 2]
}
