import { Alert, Button, SegmentedControl, Stack, Table, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type Accuracy,
  type AccuracyCause,
  type Counted,
  statisticsDays,
} from '../../../contract/review/accuracy.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { reviewStatisticsQuery } from '../../lib/queries/review/review.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { ButtonLink } from '../../ui/layout/ButtonLink.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { DetailSkeleton } from '../../ui/table/Skeletons.tsx'
import { BlindSampleDialog } from './BlindSampleDialog.tsx'

const views = {
  meters: 'メーター',
  categories: '種別',
  devices: 'カメラ',
} as const
type View = keyof typeof views

const causes: Record<AccuracyCause, (digit: number | null) => string> = {
  moved: () =>
    'メーターが基準の画像と違う位置に写っています。カメラの向きを戻すか、ピンと読取範囲を設定し直してください。',
  digit: (digit) =>
    `右から${digit ?? 1}桁目の読み違いが多くあります。その桁の汚れや反射を確かめ、桁の枠を設定し直してください。`,
  picture: () =>
    '写真が読みにくくなっています。レンズとメーターを拭き、照明とカメラの位置を確かめてください。',
}

/** How often people kept another value than the reader read, and what can be done about it. */
export function AccuracyDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(reviewStatisticsQuery)
  const [view, setView] = useState<View>('meters')
  const [isSampleOpen, setSampleOpen] = useState(false)
  const rows = data?.[view] ?? []
  const suspicious = data?.meters.filter(({ cause }) => cause !== null) ?? []
  return (
    <Dialog
      opened
      title="読取の精度"
      width={860}
      onClose={onClose}
      actions={
        <Button variant="default" onClick={() => setSampleOpen(true)}>
          抜き取り確認の割合
        </Button>
      }
    >
      <Stack gap="md">
        <Text size="sm">
          この{statisticsDays}
          日に人が確かめた測定値のうち、読取値と違ったものです。抜き取りは、読取値を見ずに入力した値との違いです。
        </Text>
        {suspicious.map(({ id, name, cause, digit }) => (
          <Alert key={id} color="orange" icon={<IconAlertTriangle size={20} aria-hidden />} title={name}>
            <Text size="sm" mb={8}>
              {cause && causes[cause](digit)}
            </Text>
            <ButtonLink variant="default" size="sm" to="/meters/$id" params={{ id: String(id) }}>
              メーターを開く
            </ButtonLink>
          </Alert>
        ))}
        <SegmentedControl
          aria-label="まとめ方"
          value={view}
          onChange={(chosen) => setView(chosen as View)}
          data={Object.entries(views).map(([value, label]) => ({ value, label }))}
        />
        {error && data === undefined ? (
          <ErrorState error={error} retry={() => void refetch()} />
        ) : data === undefined ? (
          <DetailSkeleton />
        ) : rows.length === 0 ? (
          <EmptyState
            title="まだ確かめた測定値がありません"
            text="「要確認」で確定すると、ここに集まります。"
          />
        ) : (
          <Table.ScrollContainer minWidth={620}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{views[view]}</Table.Th>
                  <Table.Th ta="right">自信あり</Table.Th>
                  <Table.Th ta="right">自信なし</Table.Th>
                  <Table.Th ta="right">抜き取り</Table.Th>
                  <Table.Th ta="right">違いの多い桁</Table.Th>
                  <Table.Th ta="right">1件の時間</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((row) => (
                  <AccuracyRow key={row.id} row={row} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
      </Stack>
      {isSampleOpen && <BlindSampleDialog onClose={() => setSampleOpen(false)} />}
    </Dialog>
  )
}

const AccuracyRow = ({ row: { name, sure, unsure, blind, digit, seconds } }: { row: Accuracy }) => (
  <Table.Tr>
    <Table.Td className="break-anywhere">{name}</Table.Td>
    <Table.Td ta="right">{shareText(sure)}</Table.Td>
    <Table.Td ta="right">{shareText(unsure)}</Table.Td>
    <Table.Td ta="right">{shareText(blind)}</Table.Td>
    <Table.Td ta="right">{digit === null ? '—' : `右から${digit}`}</Table.Td>
    <Table.Td ta="right">{seconds === null ? '—' : `${formatNumber(seconds, 1)}秒`}</Table.Td>
  </Table.Tr>
)

/** 「2/40（5.0%）」 */
const shareText = ({ decided, wrong }: Counted): string =>
  decided === 0 ? '—' : `${wrong}/${decided}（${formatNumber((wrong / decided) * 100, 1)}%）`
