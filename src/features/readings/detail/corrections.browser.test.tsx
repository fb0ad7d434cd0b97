// Covers docs/requirements.md: 616, 645, 646, 699, 800, 932

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Reading } from '../../../../contract/readings.ts'
import { readState } from '../../../../contract/values/abnormal.ts'
import {
  categories,
  facts,
  sent,
  serveFacts,
  server,
} from '../../../../tests/support/components/reading-facts.tsx'
import { type } from '../../../../tests/support/components/typeInPage.ts'
import { refusedForClosedMonths } from '../../../../tests/support/responses/closedMonths.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { aMonth } from '../../../../tests/support/responses/usages.ts'

serveFacts()

const counter = aMeter({
  meter_category_id: 4,
  is_cumulative: true,
  start_value: null,
  end_value: null,
  emergency_start_value: null,
  emergency_end_value: null,
  digit_number: 4,
  decimal_point: 0,
})
const ofCounter = (over: Partial<Reading> = {}) => {
  const reading = aReading({ value: 550, value_source: 'corrected', read_value: null, ...over })
  return { ...reading, meter: { ...reading.meter, meter_category_id: 4, decimal_point: 0 } }
}
const around = {
  before: { value: 500, created_at: '2025-11-01T09:00:00+09:00' },
  after: { value: 600, created_at: '2025-11-30T09:00:00+09:00' },
}
const saved = async () => Response.json({ success: true, data: ofCounter({ value_source: 'corrected' }) })

/** The rows of a reading of a counter between 500 and 600. */
async function openCounter(over: Partial<Reading> = {}) {
  server.answer = saved
  server.around = () => around
  return facts(ofCounter(over), counter)
}

describe('a corrected value', () => {
  it('is edited next to the values around it', async () => {
    const asked: string[] = []
    const { edit } = await openCounter()
    server.around = (at) => {
      asked.push(at)
      return around
    }
    const row = await edit('測定値')
    await expect
      .element(row)
      .toMatchTextContent(/前回 500 MPa（2025\/11\/1 09:00）、次回 600 MPa（2025\/11\/30 09:00）/)
    expect(new Set(asked)).toEqual(new Set(['2026-11-20 14:03:00']))
  })

  it('is asked about when it does not fit, and can be checked again', async () => {
    const { screen, row, edit } = await openCounter()
    const input = (await edit('測定値')).getByRole('textbox').first()
    await type(input, '400')
    await userEvent.keyboard('{Enter}')
    const question = screen.getByRole('dialog', { name: '400 MPa で確定しますか' })
    await expect.element(question).toMatchTextContent(/前回の 500 MPa より 100 MPa 小さい値です。/)
    await question.getByRole('button', { name: '修正する' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(input).toHaveFocus()
    expect(server.asked).toEqual([])
    await userEvent.keyboard('700{Enter}')
    const next = screen.getByRole('dialog', { name: '700 MPa で確定しますか' })
    await expect.element(next).toMatchTextContent(/次回の 600 MPa より 100 MPa 大きい値です。/)
    await next.getByRole('button', { name: 'この値で確定' }).click()
    await expect.element(row('測定値').getByRole('textbox')).not.toBeInTheDocument()
    expect(await sent()).toEqual([{ value: 700 }])
  })

  it('is asked about when its month becomes implausible, counted without the value before', async () => {
    const { screen, edit } = await openCounter({ created_at: '2026-11-20T00:00:00+09:00', id: 7 })
    server.around = () => ({ before: { value: 500, created_at: '2026-11-06T00:00:00+09:00' }, after: null })
    const rows = [
      aMonth('2026-10', 310),
      aMonth('2026-11', null, { start: 450, so_far: { usage: 100, value: 550, at: '2026-11-20' } }),
    ]
    server.usages = async () => Response.json({ success: true, data: rows })
    await type((await edit('測定値')).getByRole('textbox').first(), '887')
    await userEvent.keyboard('{Enter}')
    const question = screen.getByRole('dialog', { name: '887 MPa で確定しますか' })
    await expect
      .element(question)
      .toMatchTextContent(/今月はここまで1日あたり 23 MPa で、先月の 10 MPa より 130 % 多くなります。/)
    await question.getByRole('button', { name: '修正する' }).click()
    await expect.element(question).not.toBeInTheDocument()
  })

  it('is saved without a question when it fits', async () => {
    const { row, edit } = await openCounter()
    await type((await edit('測定値')).getByRole('textbox').first(), '560')
    await userEvent.keyboard('{Enter}')
    await expect.element(row('測定値').getByRole('textbox')).not.toBeInTheDocument()
    expect(await sent()).toEqual([{ value: 560 }])
  })

  it('is followed by a notification about the alerts that disappeared with it', async () => {
    const { screen, edit } = await openCounter()
    server.answer = async () => Response.json({ success: true, data: { ...ofCounter(), removed_alerts: 1 } })
    await type((await edit('測定値')).getByRole('textbox').first(), '560')
    await userEvent.keyboard('{Enter}')
    const text = 'この変更で、アラート 1件がなくなりました。'
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  })

  it('is asked about when it changes a closed month, and shown as 修正あり', async () => {
    const { screen, row, edit } = await openCounter()
    server.answer = async ({ headers }) =>
      headers.get('closed-months') === 'refuse' ? refusedForClosedMonths() : saved()
    const input = (await edit('測定値')).getByRole('textbox').first()
    await type(input, '560')
    await userEvent.keyboard('{Enter}')
    const question = screen.getByRole('dialog', { name: '締め済みの月が変わります' })
    await expect
      .element(question.getByRole('listitem'))
      .toHaveTextContent('2026年9月分 331 MPa → 313 MPa（冷却水圧力）')
    await expect.element(question).toMatchTextContent(/締めた数値はそのまま残り.*次月で調整/)
    await question.getByRole('button', { name: 'やめる' }).click()
    await expect.element(input).toHaveFocus()
    await expect.element(row('測定値').getByRole('alert')).not.toBeInTheDocument()
    expect(server.asked).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await question.getByRole('button', { name: 'このまま続ける' }).click()
    await expect.element(row('測定値').getByRole('textbox')).not.toBeInTheDocument()
    await expect.element(screen.getByText(/締め済みの月が「修正あり」になりました/)).toBeVisible()
    expect(server.asked.map(({ headers }) => headers.get('closed-months'))).toEqual([
      'refuse',
      'refuse',
      null,
    ])
  })

  it('is not saved while the values around it are unknown', async () => {
    const { edit } = await openCounter()
    server.around = () => {
      throw new TypeError('Failed to fetch')
    }
    const row = await edit('測定値')
    const input = row.getByRole('textbox').first()
    await type(input, '560')
    await userEvent.keyboard('{Enter}')
    await expect.element(row.getByRole('alert')).toMatchTextContent(/サーバーにつながりません/)
    await expect.element(input).toHaveAccessibleDescription('この日時の前後の値を表示できません')
    await expect.element(input).toHaveValue('560')
    expect(server.asked).toEqual([])
  })

  it('with more digits than the counter has is an error at the input', async () => {
    const { screen, edit } = await openCounter()
    const input = (await edit('測定値')).getByRole('textbox').first()
    await type(input, '12345')
    await userEvent.keyboard('{Enter}')
    await expect.element(input).toHaveAccessibleDescription(/4桁のメーターです。整数部は4桁までです/)
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(server.asked).toEqual([])
  })

  it('is asked about as well where a picture waits for a person to type its value', async () => {
    server.answer = saved
    const reading = aReading({
      value: null,
      read_value: null,
      confidence: null,
      read_state: readState.waiting,
    })
    const { screen, row } = await facts(
      { ...reading, meter: { ...reading.meter, meter_category_id: 7 } },
      aMeter({ meter_category_id: 7 }),
    )
    await row('測定値').getByRole('button', { name: '値を入力' }).click()
    await type(row('測定値').getByRole('textbox').first(), '5')
    await userEvent.keyboard('{Enter}')
    const question = screen.getByRole('dialog', { name: '5.00 MPa で確定しますか' })
    await expect.element(question).toMatchTextContent(/測定範囲（0\.00 〜 1\.00 MPa）の外の値です。/)
    await question.getByRole('button', { name: '修正する' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(server.asked).toEqual([])
  })

  it('is asked about as well where an unsure value is confirmed by one press', async () => {
    const { screen, row } = await openCounter({
      value: 450,
      value_source: 'reader',
      read_value: 450,
      confidence: 0.7,
    })
    const press = row('測定値').getByRole('button', { name: 'この値で確定' })
    await press.click()
    const question = screen.getByRole('dialog', { name: '450 MPa で確定しますか' })
    await expect.element(question).toMatchTextContent(/前回の 500 MPa より 50 MPa 小さい値です。/)
    await question.getByRole('button', { name: '修正する' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(press).toHaveFocus()
    expect(server.asked).toEqual([])
    await press.click()
    await question.getByRole('button', { name: 'この値で確定' }).click()
    await expect.poll(() => server.asked.length).toBe(1)
    expect(await sent()).toEqual([{ value: 450 }])
  })
})

describe('a value that is typed unlike the photograph', () => {
  const meter = aMeter({
    start_value: null,
    end_value: null,
    emergency_start_value: null,
    emergency_end_value: null,
  })
  const sure = { value: 0.62, read_value: 0.62, confidence: 1 }

  it('is asked about once, with what was read, where the reader was sure', async () => {
    server.answer = saved
    const { screen, row, edit } = await facts(aReading(sure), meter)
    await type((await edit('測定値')).getByRole('textbox').first(), '99')
    await userEvent.keyboard('{Enter}')
    const question = screen.getByRole('dialog', { name: '99.00 MPa で確定しますか' })
    await expect.element(question).toMatchTextContent(/写真から読み取った 0\.62 MPa と違います。/)
    expect(server.asked).toEqual([])
    await question.getByRole('button', { name: 'この値で確定' }).click()
    await expect.element(row('測定値').getByRole('textbox')).not.toBeInTheDocument()
    expect(await sent()).toEqual([{ value: 99 }])
  })

  it.each<[string, Partial<Reading>, string]>([
    ['is near what was read', sure, '0.63'],
    ['was read without confidence', { ...sure, confidence: 0.89, value_source: 'accepted' }, '99'],
    [
      'was read with the help of earlier readings',
      { ...sure, advice: { seen: 0.82, because: ['too fast'] }, value_source: 'accepted' },
      '99',
    ],
    ['has no photograph that could be read', { ...sure, read_value: null, value_source: 'entered' }, '99'],
  ])('is saved without a question where it %s', async (_, over, text) => {
    server.answer = saved
    const { row, edit } = await facts(aReading(over), meter)
    await type((await edit('測定値')).getByRole('textbox').first(), text)
    await userEvent.keyboard('{Enter}')
    await expect.element(row('測定値').getByRole('textbox')).not.toBeInTheDocument()
    expect(await sent()).toEqual([{ value: Number(text) }])
  })

  it('is not asked about where it is the device’s, which one press confirms next to what was read', async () => {
    server.answer = saved
    const over = { ...sure, value: 99, device_value: 99, reasons: ['device differs'] }
    const { row } = await facts(aReading({ ...over, value_source: 'device' }), meter)
    await row('測定値').getByRole('button', { name: 'この値で確定' }).click()
    await expect.poll(() => server.asked.length).toBe(1)
    expect(await sent()).toEqual([{ value: 99 }])
  })
})

describe('a correction before the lists have loaded', () => {
  const loaded = async () => Response.json({ success: true, data: { ...aMeter(), updated_by: null } })
  const allCategories = async () => Response.json({ success: true, data: categories })
  /** Too large for the meter, which is not known yet. */
  const enterTooLarge = async (known: typeof categories | null) => {
    server.answer = saved
    const opened = await facts(aReading({ read_value: null, value_source: 'corrected' }), undefined, known)
    await type((await opened.edit('測定値')).getByRole('textbox').first(), '5')
    await userEvent.keyboard('{Enter}')
    return opened
  }

  it('waits for the meter, and then asks', async () => {
    const meter = Promise.withResolvers<void>()
    server.meter = async () => {
      await meter.promise
      return loaded()
    }
    const { screen, row } = await enterTooLarge(categories)
    const save = row('測定値').getByRole('button', { name: '保存' })
    await expect.element(save).toHaveAttribute('data-loading', 'true')
    expect(server.asked).toEqual([])
    meter.resolve()
    const question = screen.getByRole('dialog', { name: '5.00 MPa で確定しますか' })
    await expect.element(question).toMatchTextContent(/測定範囲（0\.00 〜 1\.00 MPa）の外の値です。/)
    await question.getByRole('button', { name: '修正する' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(server.asked).toEqual([])
  })

  it.each([
    ['the meter cannot be loaded', () => undefined, categories],
    [
      'its category cannot be loaded',
      () => {
        server.meter = loaded
      },
      null,
    ],
  ])('is not saved, and says why, where %s', async (_, prepare, known) => {
    prepare()
    const { row } = await enterTooLarge(known)
    await expect.element(row('測定値').getByRole('alert')).toMatchTextContent(/サーバーにつながりません/)
    expect(server.asked).toEqual([])
    server.meter = loaded
    server.categories = allCategories
    await row('測定値').getByRole('button', { name: '保存' }).click()
    const question = page.getByRole('dialog', { name: '5.00 MPa で確定しますか' })
    await expect.element(question).toMatchTextContent(/測定範囲（0\.00 〜 1\.00 MPa）の外の値です。/)
    await question.getByRole('button', { name: '修正する' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(server.asked).toEqual([])
  })

  it('by one press waits as well, and then asks', async () => {
    const meter = Promise.withResolvers<void>()
    server.meter = async () => {
      await meter.promise
      return loaded()
    }
    const { screen, row } = await facts(aReading({ value: 5, confidence: 0.7 }))
    const press = row('測定値').getByRole('button', { name: 'この値で確定' })
    await press.click()
    await expect.element(press).toHaveAttribute('data-loading', 'true')
    meter.resolve()
    const question = screen.getByRole('dialog', { name: '5.00 MPa で確定しますか' })
    await question.getByRole('button', { name: '修正する' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(press).toHaveFocus()
    expect(server.asked).toEqual([])
  })

  it('of an unconfirmed time by one press waits as well, and says why it cannot be saved', async () => {
    const meter = Promise.withResolvers<void>()
    server.meter = async () => {
      await meter.promise
      throw new TypeError('offline')
    }
    const { screen } = await facts(aReading({ source: 'camera', reasons: ['unconfirmed time'] }))
    const press = screen.getByRole('button', { name: 'この時刻で確定' })
    await press.click()
    await expect.element(press).toHaveAttribute('data-loading', 'true')
    meter.resolve()
    await expect.element(screen.getByText('日時を確定できませんでした')).toBeVisible()
    await expect.element(press).toHaveFocus()
    expect(server.asked).toEqual([])
  })
})

describe('a corrected time', () => {
  it('is asked about when the value does not fit there, and can be checked again', async () => {
    const { screen, row, edit } = await openCounter()
    server.around = (at) =>
      at === '2026-11-20 12:03:00'
        ? { before: { value: 600, created_at: '2025-11-30T09:00:00+09:00' }, after: null }
        : around
    const time = await edit('測定日時')
    await expect.element(time).toMatchTextContent(/前回 500 MPa.*、次回 600 MPa/)
    const picker = time.getByRole('button', { name: '測定日時' })
    await picker.click()
    await screen.getByRole('spinbutton', { name: '時' }).click()
    await userEvent.keyboard('12')
    await screen.getByRole('button', { name: 'この日時にする' }).click()
    await expect.element(time).toMatchTextContent(/前回 600 MPa（2025\/11\/30 09:00）/)
    await time.getByRole('button', { name: '保存' }).click()
    const question = screen.getByRole('dialog', { name: '2026/11/20 12:03 で確定しますか' })
    await expect
      .element(question)
      .toMatchTextContent(/測定値は 550 MPa です。前回の 600 MPa より 50 MPa 小さい値です。/)
    await question.getByRole('button', { name: '修正する' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(picker).toHaveFocus()
    expect(server.asked).toEqual([])
    await time.getByRole('button', { name: '保存' }).click()
    await question.getByRole('button', { name: 'この日時で確定' }).click()
    await expect.element(row('測定日時').getByRole('button', { name: '保存' })).not.toBeInTheDocument()
    expect(await sent()).toEqual([{ created_at: '2026-11-20 12:03:00' }])
  })

  it('is not asked about because of the ranges, which do not depend on it', async () => {
    server.answer = saved
    const { screen, row, edit } = await facts(aReading({ value: 0.95, is_abnormal: true }), aMeter())
    const time = await edit('測定日時')
    await time.getByRole('button', { name: '測定日時' }).click()
    await screen.getByRole('spinbutton', { name: '時' }).click()
    await userEvent.keyboard('12')
    await screen.getByRole('button', { name: 'この日時にする' }).click()
    await time.getByRole('button', { name: '保存' }).click()
    await expect.element(row('測定日時').getByRole('button', { name: '保存' })).not.toBeInTheDocument()
    expect(await sent()).toEqual([{ created_at: '2026-11-20 12:03:00' }])
  })

  it('is asked about as well where an unconfirmed time is confirmed by one press', async () => {
    const { screen } = await openCounter({ value: 450, source: 'camera', reasons: ['unconfirmed time'] })
    await screen.getByRole('button', { name: 'この時刻で確定' }).click()
    const question = screen.getByRole('dialog', { name: '2026/11/20 14:03 で確定しますか' })
    await expect
      .element(question)
      .toMatchTextContent(/測定値は 450 MPa です。前回の 500 MPa より 50 MPa 小さい値です。/)
    await question.getByRole('button', { name: '修正する' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(server.asked).toEqual([])
    await screen.getByRole('button', { name: 'この時刻で確定' }).click()
    await question.getByRole('button', { name: 'この日時で確定' }).click()
    await expect.poll(() => server.asked.length).toBe(1)
    expect(await sent()).toEqual([{ created_at: null }])
  })
})
