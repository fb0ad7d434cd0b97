// Covers docs/requirements.md: 132, 133, 1037, 1070, 1093

import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Alert } from '../../../contract/alerts.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { aReading } from '../../../tests/support/responses/readings.ts'
import DataTable from '../../ui/table/DataTable.tsx'
import { alertColumns } from './alertColumns.tsx'

/** Px beside menu and margins at 1,200 px. */
const room = 975

const reading = aReading({ value: 24_255.31 })
const alert: Alert = {
  id: 1,
  is_alert: false,
  is_alerted: false,
  confirm_at: '2026-11-20T15:03:00+09:00',
  confirmed_by: 'sato.kenichi',
  comment: '弁を閉めて様子を見る。翌朝の巡回でもう一度確かめること。',
  comment_edited_at: null,
  assignee: { id: 1, username: 'sato.kenichi', taken_at: '2026-11-18T14:20:00+09:00' },
  escalated: { at: '2026-11-18T14:33:00+09:00', recipient_group: '第二工場の課長' },
  repeated_at: '2026-11-18T18:03:00+09:00',
  created_at: '2026-11-18T14:03:00+09:00',
  updated_at: '2026-11-18T14:03:05+09:00',
  end_reason: 'range',
  emergency_start_value: 9_000,
  emergency_end_value: 30_000,
  meter_value: {
    ...reading,
    meter: {
      ...reading.meter,
      name: '第二工場 地下一階 ボイラー室 給水ポンプ 2号機 吐出側 圧力計（予備系統）',
      // Changed since.
      emergency_start_value: 1,
      emergency_end_value: 2,
    },
  },
}

const reported = {
  reasons: ['device error'],
  device_errors: ['給水ポンプ 2号機 吐出側 圧力計: Rate too high'],
}

test.each(['occurring', 'past', 'confirmed'] as const)(
  'the columns of %s alerts fit beside the menu of a small desktop, with the range that they were judged by',
  async (state) => {
    await page.viewport(1200, 900)
    const columns = alertColumns({
      state,
      units: [{ id: 1, name: 'MPa' }],
      onOpen: () => undefined,
      onConfirm: () => undefined,
      assigning: { userId: 1, onTake: () => undefined, onChange: () => undefined },
      maintenances: [],
    })
    const reading = {
      ...alert.meter_value,
      ...(state === 'occurring' ? reported : { value: 12.5, corrected_from: 24_255.31 }),
    }
    const shown = {
      ...alert,
      meter_value: reading,
      confirm_at: state === 'confirmed' ? alert.confirm_at : null,
    }
    const screen = await showRouted(
      new QueryClient(),
      <div style={{ width: room }}>
        <DataTable
          label="アラート一覧"
          records={[shown]}
          columns={columns}
          sort={{ key: 'created', order: 'desc' }}
          onSort={() => undefined}
          values={{}}
          onFilter={() => undefined}
        />
      </div>,
      ['/meters/$id'],
    )
    const table = screen.getByRole('table', { name: 'アラート一覧' })
    await expect.element(table).toBeVisible()
    await expect.element(table).toMatchTextContent(/9,?000.* 〜 30,?000/)
    const working = table.getByText('対応中')
    if (state === 'confirmed') await expect.element(working).not.toBeInTheDocument()
    else await expect.element(working).toBeVisible()
    const value = table.getByText('24,255.31')
    await expect.element(value).toBeVisible()
    if (state !== 'confirmed') {
      await expect.element(table).toMatchTextContent(/2026\/11\/18 14:33:00 「第二工場の課長」にも通知/)
      await expect.element(table).toMatchTextContent(/2026\/11\/18 18:03:00 再通知/)
    }
    const cause = table.getByText('端末のエラー: 給水ポンプ 2号機 吐出側 圧力計: Rate too high')
    if (state === 'occurring') await expect.element(cause).toBeVisible()
    const correction = table.getByText(/^→ .*12\.50?（修正済）$/)
    if (state === 'occurring') await expect.element(correction).not.toBeInTheDocument()
    else await expect.element(correction).toBeVisible()
    const reason = table.getByText('異常範囲の変更により終了')
    if (state === 'past') await expect.element(reason).toBeVisible()
    else await expect.element(reason).not.toBeInTheDocument()
    expect(table.element().getBoundingClientRect().width).toBeLessThanOrEqual(room)
  },
)

test.each(['occurring', 'past', 'confirmed'] as const)(
  'the columns of %s alerts fit with the name and sentence of a rule',
  async (state) => {
    await page.viewport(1200, 900)
    const columns = alertColumns({
      state,
      units: [{ id: 1, name: 'MPa' }],
      onOpen: () => undefined,
      onConfirm: () => undefined,
      assigning: { userId: 1, onTake: () => undefined, onChange: () => undefined },
      maintenances: [],
    })
    const rule = {
      name: 'ボイラー室の圧力計の高圧（予備系統）',
      sentence:
        'ボイラー室が、月〜金 9:00 〜 18:00のあいだに、24,000.5 MPaを超え、2回続いたら警報。23,000 MPa以下に戻ったら解消。',
      level: 'alarm',
    } as const
    const shown = { ...alert, end_reason: 'rule', rule } as const
    const screen = await showRouted(
      new QueryClient(),
      <div style={{ width: room }}>
        <DataTable
          label="アラート一覧"
          records={[shown]}
          columns={columns}
          sort={{ key: 'created', order: 'desc' }}
          onSort={() => undefined}
          values={{}}
          onFilter={() => undefined}
        />
      </div>,
      ['/meters/$id'],
    )
    const table = screen.getByRole('table', { name: 'アラート一覧' })
    await expect.element(table).toMatchTextContent(`${rule.name}: ${rule.sentence}`)
    expect(table.element().getBoundingClientRect().width).toBeLessThanOrEqual(room)
  },
)
