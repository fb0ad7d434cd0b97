// Covers docs/requirements.md: 819, 824, 837, 948

import { describe, expect, test } from 'vitest'
import { savedFiles } from '../../../tests/support/components/savedFiles.ts'
import { answerUsageCalls, openUsageScreen, shown } from '../../../tests/support/components/usage-screen.tsx'

answerUsageCalls()

const ofOctober = {
  meter_id: 1,
  from: '2026-10-01T00:00:00.000+09:00',
  to: '2026-11-01T00:00:00.000+09:00',
  usage: 120,
  mark: 'interpolated',
} as const
const part = (id: number, weight: number | null, usage: number | null) => ({
  meter_id: id,
  cost_bearer_id: null,
  name: `子${id}`,
  weight,
  usage,
})

async function allocated(width = 1440) {
  shown.allocations['2026-10'] = [
    {
      ...ofOctober,
      allocation: {
        method: 'usage',
        problem: null,
        difference: 30,
        parts: [part(7, 30.2, 40), part(8, 41.5, 55), part(9, 18.3, 25)],
      },
    },
  ]
  shown.allocations['2026-09'] = [
    {
      ...ofOctober,
      allocation: {
        method: 'usage',
        problem: 'child_unknown',
        difference: null,
        parts: [part(7, 30.2, null), part(8, null, null)],
      },
    },
  ]
  const screen = await openUsageScreen({ view: 'year' }, { width })
  await screen.getByRole('button', { name: '按分' }).click()
  return screen.getByRole('dialog', { name: '使用量の按分' })
}

describe('按分 of 使用量', () => {
  test('shows who bears which part of the last month that is over, and is in the URL', async () => {
    const dialog = await allocated()
    const meter = dialog.getByRole('region', { name: '受電' })
    await expect
      .element(meter)
      .toMatchTextContent(
        /^受電 120\.0 kWh 推計子メーターとの差 \+30\.0 kWh（\+25\.0 %）も、.*子730\.240\.0子841\.555\.0子918\.325\.0$/,
      )
    expect(shown.search.allocations).toBe('2026-10')
    await expect.element(dialog.getByRole('button', { name: '次の月' })).toBeEnabled()
  })

  test('writes an interpolated usage with the decimals of its meter, and parts that add up to it', async () => {
    shown.allocations['2026-10'] = [
      {
        ...ofOctober,
        usage: 100.041234,
        allocation: {
          method: 'usage',
          problem: null,
          difference: 0.041234,
          parts: [
            part(7, 33.333334, 33.347078),
            part(8, 33.333333, 33.347078),
            part(9, 33.333333, 33.347078),
          ],
        },
      },
    ]
    const screen = await openUsageScreen({ view: 'year', allocations: '2026-10' }, { width: 1440 })
    await expect
      .element(screen.getByRole('region', { name: '受電' }))
      .toMatchTextContent(/^受電 100\.0 kWh 推計.*子733\.333\.4子833\.333\.3子933\.333\.3$/)
  })

  test('says why the month before is not allocated, and that one has none', async () => {
    const dialog = await allocated()
    await dialog.getByRole('button', { name: '前の月' }).click()
    const meter = dialog.getByRole('region', { name: '受電' })
    await expect
      .element(meter)
      .toMatchTextContent(
        /使用量が不明の子メーターがあるため、按分できません。.*子730\.2按分なし子8不明按分なし$/,
      )
    await dialog.getByRole('button', { name: '前の月' }).click()
    await expect.element(dialog.getByText(/^この月に按分するメーターはありません/)).toBeVisible()
    expect(shown.search.allocations).toBe('2026-08')
  })

  test('is a CSV of one line for each part', async () => {
    const dialog = await allocated()
    const files = savedFiles()
    await dialog.getByRole('button', { name: 'CSVダウンロード' }).click()
    await expect.poll(() => files[0]?.name).toBe('allocations-2026-10.csv')
    const lines = (await files[0]?.blob.text())?.trim().split('\r\n') ?? []
    expect(lines[0]?.replace('\uFEFF', '')).toBe(
      '対象年月,メーター名,管理番号,単位,使用量,区分,按分の方法,子メーター,子メーターの使用量,負担先,割合（%）,按分後,按分できない理由',
    )
    expect(lines.slice(1)).toEqual([
      '2026-10,受電,E-1,kWh,120,推計,子メーターの使用量の割合,子7,30.2,,,40,',
      '2026-10,受電,E-1,kWh,120,推計,子メーターの使用量の割合,子8,41.5,,,55,',
      '2026-10,受電,E-1,kWh,120,推計,子メーターの使用量の割合,子9,18.3,,,25,',
    ])
  })

  test('fits on a phone', async () => {
    const dialog = await allocated(390)
    await expect.element(dialog.getByRole('region', { name: '受電' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  })
})
