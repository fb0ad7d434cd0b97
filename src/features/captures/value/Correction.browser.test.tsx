// Covers docs/requirements.md: 158, 521, 589, 623, 668, 678, 683, 716

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { Correction } from './Correction.tsx'

beforeEach(() => page.viewport(390, 844))

const counter = aMeter({
  digit_number: 8,
  decimal_point: 1,
  is_cumulative: true,
  start_value: null,
  end_value: null,
})
const last = { value: 1_234_560.5, created_at: '2026-11-19T09:00:00+09:00' }

async function correct(over: Partial<Parameters<typeof Correction>[0]> = {}) {
  const onValue = vi.fn<(value: number) => void>()
  const screen = await show(
    // As wide as a dialog's content, which is narrower than the panel of the capture screen.
    <div style={{ padding: 16 }}>
      <Correction
        meter={counter}
        type={3}
        unit="m³"
        at={Date.parse('2026-11-20T09:00:00+09:00')}
        proposed={1_234_571.5}
        last={last}
        onValue={onValue}
        onCancel={vi.fn()}
        {...over}
      />
    </div>,
  )
  const drum = (place: string) => screen.getByRole('spinbutton', { name: place, exact: true })
  const press = (name: string) => screen.getByRole('button', { name }).click()
  const facts = () =>
    screen
      .getByRole('definition')
      .elements()
      .map((each) => each.textContent)
  return { screen, drum, press, facts, onValue, confirm: () => press('この値で確定') }
}

test('one press corrects one figure of eight, and the others stay', async () => {
  const { drum, press, onValue, confirm } = await correct()
  await press('十の位を8にする')
  await expect.element(drum('十の位')).toHaveAttribute('aria-valuenow', '8')
  await press('小数第1位を4にする')
  await confirm()
  expect(onValue).toHaveBeenCalledExactlyOnceWith(1_234_581.4)
})

test('a value with more digits than the counter has is an error, and is not confirmed', async () => {
  const few = { ...counter, digit_number: 5, decimal_point: 1 }
  const { screen, press, confirm, onValue } = await correct({ meter: few, proposed: 1234.5, last: null })
  await press('テンキー')
  await userEvent.keyboard('12345')
  await confirm()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('5桁のメーターです。整数部は4桁までです')
  expect(onValue).not.toHaveBeenCalled()
  await press('1文字消す')
  await confirm()
  expect(onValue).toHaveBeenCalledExactlyOnceWith(1234)
})

test('where no value is known the last picture says what it waits for', async () => {
  const last_reading = {
    id: 9,
    value: null,
    created_at: '2026-11-19T09:00:00+09:00',
    is_abnormal: false,
    is_unsure: false,
    read_state: 3,
    thumbnail: null,
  } as const
  const { facts } = await correct({ meter: { ...counter, last_reading }, last: null })
  expect(facts()[0]).toBe('設定待ち')
})

test('without a known rate nothing says where the next value is expected', async () => {
  const { screen, press, facts } = await correct()
  await press('百万の位を2にする')
  expect(facts()).toEqual([expect.stringContaining('1,234,560.5 m³'), '+1,000,011.0 m³'])
  await expect.element(screen.getByText('目安', { exact: true })).not.toBeInTheDocument()
})

test('an equal value differs by ±0', async () => {
  const { facts } = await correct({ proposed: last.value })
  expect(facts()[1]).toBe('±0.0 m³')
})

test('the difference adds up with the last value as it is displayed', async () => {
  const { facts } = await correct({
    meter: { ...counter, is_cumulative: false, decimal_point: 0 },
    last: { ...last, value: 299.5 },
    proposed: 310,
  })
  expect(facts()).toEqual([expect.stringContaining('300 m³'), '+10 m³'])
})

test('a last value that is not known here says why', async () => {
  const { facts } = await correct({ last: null, absent: '読取待ち' })
  expect(facts()[0]).toBe('読取待ち')
})

test('the difference to the last value and the band of likely ones follow each figure', async () => {
  const rate = { usual: 10, greatest: 20, days: 1 }
  const { screen, press, facts } = await correct({ meter: { ...counter, rate } })
  expect(facts()).toEqual([
    expect.stringContaining('1,234,560.5 m³'),
    '+11.0 m³',
    expect.stringMatching(/ m³$/),
  ])
  await press('百万の位を2にする')
  await expect.element(screen.getByText('目安の外', { exact: true })).toBeVisible()
  expect(facts()[1]).toBe('+1,000,011.0 m³')
})

test('over a rollover the difference is what was counted', async () => {
  const { facts } = await correct({
    meter: aMeter({
      digit_number: 5,
      decimal_point: 0,
      is_cumulative: true,
      start_value: null,
      end_value: null,
    }),
    last: { ...last, value: 99_998 },
    proposed: 3,
  })
  expect(facts()[1]).toBe('+5 m³（一周）')
})

test('arrow keys turn a drum, figures are typed one after another, Enter confirms', async () => {
  const { drum, onValue } = await correct()
  await expect.element(drum('百万の位')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{ArrowDown}{ArrowDown}{End}{ArrowLeft}09{Enter}')
  expect(onValue).toHaveBeenCalledExactlyOnceWith(1_134_570.9)
})

test('Escape leads back, but not while the server is asked about the photograph', async () => {
  const onCancel = vi.fn()
  const { screen, drum } = await correct({ onCancel, isChecking: true })
  await drum('一の位').click()
  await userEvent.keyboard('{Escape}')
  expect(onCancel).not.toHaveBeenCalled()
  await screen.unmount()
  const { drum: again } = await correct({ onCancel })
  await again('一の位').click()
  await userEvent.keyboard('{Escape}')
  expect(onCancel).toHaveBeenCalledOnce()
})

test('a swipe turns a drum by as many figures as the finger went, and presses no neighbour', async () => {
  const { drum, screen, onValue, confirm } = await correct()
  const { x, y, width } = drum('一の位').element().getBoundingClientRect()
  const neighbour = screen.getByRole('button', { name: '一の位を2にする' }).element()
  const point = (type: string, clientY: number) =>
    neighbour.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, button: 0, clientX: x + width / 2, clientY }),
    )
  vi.spyOn(Element.prototype, 'setPointerCapture').mockReturnValue()
  point('pointerdown', y)
  point('pointermove', y + 85)
  await expect.element(drum('一の位')).toHaveAttribute('aria-valuenow', '3')
  point('pointermove', y - 120)
  point('pointerup', y - 120)
  await expect.element(drum('一の位')).toHaveAttribute('aria-valuenow', '8')
  await confirm()
  expect(onValue).toHaveBeenCalledExactlyOnceWith(1_234_578.5)
})

test('without a proposal the last value stands, said to be it', async () => {
  const { screen, press, onValue } = await correct({ proposed: null })
  await expect.element(screen.getByText('前回の値から直します')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '前回と同じ値で確定' })).toBeVisible()
  await press('一の位を1にする')
  await press('この値で確定')
  expect(onValue).toHaveBeenCalledExactlyOnceWith(1_234_561.5)
})

test('the number is typed as a whole beside the last value, and goes back to the drums', async () => {
  const { screen, drum, press, facts, onValue } = await correct()
  await press('テンキー')
  const input = screen.getByRole('textbox', { name: '測定値' })
  await expect.element(input).toHaveValue('1234571.5')
  await expect.element(screen.getByText(/^1,234,560\.5 m³/)).toBeVisible()
  await userEvent.keyboard('1234599')
  expect(facts()[1]).toBe('+38.5 m³')
  await press('桁ごと')
  await expect.element(drum('十の位')).toHaveAttribute('aria-valuenow', '9')
  await press('この値で確定')
  expect(onValue).toHaveBeenCalledExactlyOnceWith(1_234_599)
})

test('of a meter of which nothing is known the number is typed', async () => {
  const { screen, press } = await correct({ proposed: null, last: null })
  await expect.element(screen.getByRole('textbox', { name: '測定値' })).toHaveFocus()
  await press('この値で確定')
  await expect.element(screen.getByRole('alert')).toMatchTextContent('測定値を入力してください')
})

test('below nought the sign is a press, where the meter goes there', async () => {
  const { press, onValue, confirm } = await correct({
    meter: aMeter({ start_value: -20, end_value: 60, decimal_point: 0 }),
    type: 0,
    proposed: 5,
    last: null,
  })
  await press('符号')
  await confirm()
  expect(onValue).toHaveBeenCalledExactlyOnceWith(-5)
})

const dials = aMeter({ digit_number: 9, decimal_point: 4 })
const eight = aMeter({ digit_number: 8, decimal_point: 0 })
const twelve = aMeter({ digit_number: 12, decimal_point: 0 })

test.each([
  ['eight', 390, counter, 1_234_571.5, 1],
  ['eight', 360, counter, 1_234_571.5, 2],
  ['eight without decimals', 390, eight, 12_345_678, 1],
  ['eight without decimals', 360, eight, 12_345_678, 2],
  ['nine, of which four are dials,', 390, dials, 11_482.3712, 2],
  ['nine, of which four are dials,', 360, dials, 11_482.3712, 2],
  ['twelve without decimals', 390, twelve, 123_456_789_012, 2],
  ['twelve without decimals', 360, twelve, 123_456_789_012, 2],
])(
  '%s drums have targets for gloves within the margins of %i px',
  async (_, broad, meter, proposed, lines) => {
    await page.viewport(broad, 844)
    const { screen } = await correct({ meter, proposed })
    const boxes = screen
      .getByRole('button', { name: /位を\dにする$/ })
      .elements()
      .map((each) => each.getBoundingClientRect())
    for (const { left, right, width, height } of boxes) {
      expect(left).toBeGreaterThanOrEqual(16)
      expect(right).toBeLessThanOrEqual(broad - 16)
      expect(width).toBeGreaterThanOrEqual(44)
      expect(height).toBeGreaterThanOrEqual(48)
    }
    expect(new Set(boxes.map(({ top }) => top)).size).toBe(2 * lines)
  },
)

test('six drums stay between the margins of a phone', async () => {
  const { screen } = await correct({
    meter: aMeter({ digit_number: 6, decimal_point: 1 }),
    proposed: 46_390.5,
  })
  const drums = screen.getByRole('spinbutton').elements()
  expect(drums).toHaveLength(6)
  for (const { left, right } of drums.map((each) => each.getBoundingClientRect())) {
    expect(left).toBeGreaterThanOrEqual(12)
    expect(right).toBeLessThanOrEqual(390 - 12)
  }
})

test('with text of twice the size no drum is cut off at the edges of a phone', async () => {
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => {
    document.documentElement.style.cssText = ''
  })
  const meter = aMeter({ digit_number: 6, decimal_point: 1 })
  const { screen } = await correct({ meter, proposed: 40_785.2 })
  const drums = screen.getByRole('spinbutton').elements()
  expect(drums).toHaveLength(6)
  for (const { left, right } of drums.map((each) => each.getBoundingClientRect())) {
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(390)
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})
