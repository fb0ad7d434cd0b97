// Covers docs/requirements.md: 116, 125

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type CategoryType, categoryType } from '../../../contract/categories.ts'
import { parseArea } from '../../../reader/web/index.ts'
import { onStage, pictures, pointOf, ratioOf } from '../../../tests/support/components/assist.tsx'
import { show } from '../../../tests/support/components/show.tsx'
import { swipe } from '../../../tests/support/components/touch.ts'
import type { Assist } from '../../shared/marks/scalePins.ts'
import { ReadAreaDialog } from './ReadAreaDialog.tsx'

const onRegister = vi.fn(async (_area: string) => undefined)
const onInitialise = vi.fn(async () => undefined)
const onClose = vi.fn()
beforeEach(async () => {
  for (const each of [onRegister, onInitialise, onClose]) each.mockReset()
  await page.viewport(820, 1180)
})

const noAssist: Assist = { settings: null, pins: null }
/** For the round picture; values differ from those a found dial gets from the range. */
const dial: Assist = { settings: '225:0,0:25,135:50', pins: { axis: { x: 0.5, y: 0.486 }, radius: 0.231 } }
/** Proposed left of the middle. */
const aside: Assist = { ...dial, pins: { axis: { x: 0.4, y: 0.5 }, radius: 0.1 } }

function showDialog(value: string | null, category: CategoryType | undefined, assist: Assist) {
  return show(
    <QueryClientProvider client={new QueryClient()}>
      <ReadAreaDialog
        opened
        onClose={onClose}
        picture={pictures.round}
        value={value}
        assist={assist}
        category={category}
        meterId={null}
        meterName=""
        hasReadings={false}
        range={{ start: 0, end: 100 }}
        digits={{ digitNumber: null, decimalPoint: null }}
        boost={false}
        onRegister={onRegister}
        onInitialise={onInitialise}
      />
    </QueryClientProvider>,
  )
}

async function open(
  value: string | null,
  category: CategoryType = categoryType.special,
  assist: Assist = noAssist,
) {
  const screen = await showDialog(value, category, assist)
  const stage = screen.getByRole('application', { name: 'メーター画像' })
  await expect.element(stage).toBeVisible()
  return { screen, stage, register: screen.getByRole('button', { name: '登録' }) }
}

test('one rectangle is stored; a new one takes the place of the one before', async () => {
  const { screen, stage, register } = await open(null)
  await register.click()
  await expect.element(screen.getByText('位置が未設定です')).toBeVisible()
  const draw = async (x1: number, y1: number, x2: number, y2: number) =>
    userEvent.dragAndDrop(stage, stage, {
      sourcePosition: onStage(stage.element(), x1, y1),
      targetPosition: onStage(stage.element(), x2, y2),
    })
  await draw(0.6, 0.6, 0.9, 0.8)
  await draw(0.1, 0.2, 0.4, 0.5)
  await expect
    .poll(() => stage.getByRole('button', { name: '読取位置の枠', exact: true }).elements().length)
    .toBe(1)
  await register.click()
  const area = parseArea(onRegister.mock.calls[0]?.[0] ?? '')
  expect(area.ok && area.value.x1).toBeCloseTo(0.1, 1)
  expect(area.ok && area.value.y2).toBeCloseTo(0.5, 1)
  expect(onClose).toHaveBeenCalled()
})

test('a finger draws one over a proposal, which undo brings back, and moves it', async () => {
  const { screen, stage, register } = await open(null, categoryType.circle, aside)
  const root = stage.element()
  const proposed = stage.getByRole('button', { name: '読取位置の枠、提案', exact: true })
  const drawn = stage.getByRole('button', { name: '読取位置の枠', exact: true })
  await expect.element(proposed).toBeInTheDocument()
  await swipe([pointOf(root, 0.6, 0.2), pointOf(root, 0.8, 0.5), pointOf(root, 0.9, 0.7)])
  await expect.element(drawn).toBeInTheDocument()
  await screen.getByRole('button', { name: '元に戻す' }).click()
  await expect.element(proposed).toBeInTheDocument()
  await screen.getByRole('button', { name: 'やり直す' }).click()
  await expect.element(drawn).toBeInTheDocument()
  await swipe([pointOf(root, 0.75, 0.45), pointOf(root, 0.7, 0.4), pointOf(root, 0.65, 0.35)])
  await register.click()
  const area = parseArea(onRegister.mock.calls[0]?.[0] ?? '')
  if (!area.ok) throw new Error('no read position was registered')
  const { x1, y1, x2, y2 } = area.value
  for (const [place, expected] of [
    [x1, 0.5],
    [y1, 0.1],
    [x2, 0.8],
    [y2, 0.6],
  ] as const)
    expect(place).toBeCloseTo(expected, 1)
})

test('while the categories load it shows that it is loading', async () => {
  const screen = await showDialog(null, undefined, noAssist)
  await expect.element(screen.getByRole('status', { name: '画像を読み込み中' })).toBeVisible()
})

test('a stored one is shown where it is and as done until it is initialised', async () => {
  const { screen, stage, register } = await open('0.1:0.2,0.4:0.5')
  await expect.element(screen.getByText('読取位置設定済み')).toBeVisible()
  const box = stage.getByRole('button', { name: '読取位置の枠', exact: true })
  // The picture is laid out after it is shown.
  const centre = () => ratioOf(stage.element(), box.element())
  await expect.poll(() => centre().x).toBeCloseTo(0.25, 2)
  await expect.poll(() => centre().y).toBeCloseTo(0.35, 2)
  await expect.element(register).toBeDisabled()
  await screen.getByRole('button', { name: '初期化' }).click()
  const question = screen.getByRole('dialog', { name: '初期化しますか？' })
  await question.getByRole('button', { name: '初期化' }).click()
  await expect.poll(() => onInitialise.mock.calls.length).toBe(1)
  await expect.poll(() => stage.getByRole('button').elements().length).toBe(0)
  await screen.getByRole('button', { name: '元に戻す' }).click()
  await register.click()
  expect(onRegister).toHaveBeenCalledWith('0.1:0.2,0.4:0.5')
})

test('of a level meter it says at which edge the range starts and ends', async () => {
  const { screen } = await open('0.4:0.1,0.6:0.9', categoryType.level)
  const edge = (text: string) => screen.getByText(text, { exact: true }).element().getBoundingClientRect()
  await expect.element(screen.getByText('0', { exact: true })).toBeVisible()
  await expect.poll(() => edge('0').top - edge('100').bottom).toBeGreaterThan(0)
})

test('a dial is proposed with its rim', async () => {
  const { screen, register } = await open(null, categoryType.circle)
  await expect.element(screen.getByText(/^提案 \d+ %$/)).toBeVisible()
  await register.click()
  const area = parseArea(onRegister.mock.calls[0]?.[0] ?? '')
  expect(area.ok && area.value.x1).toBeLessThan(0.5 - 0.231)
  expect(area.ok && area.value.x2).toBeGreaterThan(0.5 + 0.231)
})

test('the trial reads by the AI assist setting as it stands, of a meter that is not registered too', async () => {
  const { screen } = await open('0.2:0.1,0.8:0.8', categoryType.circle, dial)
  await screen.getByRole('button', { name: '試し読み' }).click()
  const result = screen.getByRole('region', { name: '試し読みの結果' })
  await expect.element(result.getByText(/^3[01](\.\d+)?$/)).toBeVisible()
})

test('of a meter whose dial is set, that dial is proposed, not what the picture may hold besides', async () => {
  const { screen, register } = await open(null, categoryType.circle, aside)
  await expect.element(screen.getByText('提案', { exact: true })).toBeVisible()
  await register.click()
  const area = parseArea(onRegister.mock.calls[0]?.[0] ?? '')
  expect(area.ok && area.value.x1).toBeCloseTo(0.4 - 0.115, 3)
  expect(area.ok && area.value.x2).toBeCloseTo(0.4 + 0.115, 3)
})
