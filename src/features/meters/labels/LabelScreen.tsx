import { NativeSelect, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconAlertTriangle, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import type { Meter } from '../../../../contract/meters.ts'
import { BackButton } from '../../../ui/layout/BackButton.tsx'
import { Page } from '../../../ui/layout/Page.tsx'
import { PageAction } from '../../../ui/layout/PageAction.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { ErrorState } from '../../../ui/state/ErrorState.tsx'
import note from '../../../ui/state/Note.module.css'
import type { ListParams } from '../../../ui/table/column.ts'
import { filterAndSortRows } from '../../../ui/table/localList.ts'
import { meterColumns } from '../meterColumns.tsx'
import { useMeterRows } from '../meterRows.ts'
import type { MeterSearch } from '../search.ts'
import { captureSiteQuery } from './captureSite.ts'
import { fitLabel, type LabelText, type Measure } from './fitLabel.ts'
import classes from './LabelScreen.module.css'
import { LabelSheets } from './LabelSheets.tsx'
import { capacityOf, type LabelSheet, labelSheets, type SheetSize } from './labelSheets.ts'
import { measureText } from './measureText.ts'

/** A browser lays these out for paper within seconds. */
const maxLabels = 1000

const usual: { size: SheetSize; first: number } = { size: 24, first: 1 }
/** What is stored on the device. */
const choiceSchema = z.catch(z.object({ size: z.literal([24, 65]), first: z.int().check(z.gte(1)) }), usual)

const sizes = ([24, 65] as const).map((size) => ({ value: String(size), label: labelSheets[size].title }))

interface Props {
  /** Which meters, and in which order: as in their list. */
  search: MeterSearch
}

/** QRラベル: sheets of labels to print. */
export function LabelScreen({ search }: Props) {
  const { meters, masters, bearers, zone, rows } = useMeterRows()
  const found = rows && filterAndSortRows(rows, meterColumns(masters, bearers, zone), search as ListParams)
  const first = found?.[0]
  const site = useQuery({ ...captureSiteQuery(first?.id ?? 0), enabled: first !== undefined })
  const error = first === undefined ? meters.error : site.error
  const retry = () => void (first === undefined ? meters : site).refetch()
  return (
    <Page
      title="QRラベル"
      count={found && `${found.length.toLocaleString('ja-JP')}件`}
      back={<BackButton to="/meters" />}
      action={
        site.data !== undefined &&
        first && <PageAction icon={IconPrinter} label="印刷" onClick={() => window.print()} />
      }
    >
      {found?.length === 0 ? (
        <EmptyState text="条件に合うメーターがありません。メーター一覧で検索や絞り込みを変えてください。" />
      ) : found !== undefined && site.data !== undefined ? (
        <Labels meters={found.map(({ meter }) => meter)} site={site.data} />
      ) : error ? (
        <ErrorState error={error} retry={retry} />
      ) : (
        <Skeleton height={400} />
      )}
    </Page>
  )
}

function Labels({ meters, site }: { meters: readonly Meter[]; site: string }) {
  const [stored, setStored] = useLocalStorage<unknown>({
    key: 'qrLabels',
    defaultValue: usual,
    getInitialValueInEffect: false,
  })
  const { size, ...choice } = choiceSchema.parse(stored)
  const sheet: LabelSheet = labelSheets[size]
  const capacity = capacityOf(sheet)
  const first = Math.min(choice.first, capacity)
  const [measure] = useState(() => measureText(getComputedStyle(document.body).fontFamily))
  const printed = meters.slice(0, maxLabels)
  const labels = printed.map((meter) => ({
    id: meter.id,
    name: meter.name,
    ...fitted(meter, sheet, measure),
  }))
  const cut = labels.filter(({ isCut }) => isCut)
  const sheetCount = Math.ceil((first - 1 + labels.length) / capacity)
  return (
    <>
      <Stack mb="md">
        <div className={classes.tools}>
          <SegmentedControl
            aria-label="用紙"
            fullWidth
            w="min(100%, 22rem)"
            data={sizes}
            value={String(size)}
            onChange={(value) => setStored({ size: Number(value), first: 1 })}
          />
          <NativeSelect
            label="最初のラベルの位置"
            description="使いかけの用紙では、残っている最初の位置"
            size="md"
            data={Array.from({ length: capacity }, (_, index) => ({
              value: String(index + 1),
              label: `${index + 1}（${Math.floor(index / sheet.columns) + 1}行目 左から${(index % sheet.columns) + 1}）`,
            }))}
            value={String(first)}
            onChange={({ currentTarget }) => setStored({ size, first: Number(currentTarget.value) })}
          />
        </div>
        <Text size="sm" c="dimmed">
          A4用紙 {sheetCount} 枚（{sheet.width} × {sheet.height} mm
          のラベル用紙、または普通紙）。印刷の画面では倍率を100%（実際のサイズ）にしてください。
        </Text>
        {meters.length > printed.length && (
          <Note>
            一度に印刷できるのは{maxLabels.toLocaleString('ja-JP')}件までです。最初の
            {maxLabels.toLocaleString('ja-JP')}件を表示しています。
          </Note>
        )}
        {cut.length > 0 && (
          <Note>
            文字が入りきらないため、{cut.length}件のラベルで末尾を「…」にしています:{' '}
            {cut.map(({ name }) => name).join('、')}
          </Note>
        )}
      </Stack>
      <LabelSheets sheet={sheet} labels={labels} used={first - 1} site={site} />
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <div className={note.note} data-tone="waiting" role="status">
    <IconAlertTriangle size={20} aria-hidden />
    <span>{children}</span>
  </div>
)

function fitted({ name, code, place_note: place }: Meter, { sizes, text }: LabelSheet, measure: Measure) {
  const texts: LabelText[] = [
    { kind: 'name', text: name, size: sizes.name },
    { kind: 'code', text: code ?? '', size: sizes.code },
    { kind: 'place', text: place, size: sizes.place },
  ]
  return fitLabel(texts, text, measure)
}
