import { Button, Flex, Stack, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Alert } from '../../../../contract/alerts.ts'
import type { Reading } from '../../../../contract/readings.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { VirtualList } from '../../../ui/table/VirtualList.tsx'
import { VisuallyHidden } from '../../../ui/text/VisuallyHidden.tsx'
import { HeldTile } from './HeldTile.tsx'
import { ReadingTile } from './ReadingTile.tsx'
import classes from './TileGrid.module.css'
import { tileHeight, tileVariables } from './tileSize.ts'
import type { HeldOfMeter } from './useHeldTiles.ts'

/** Tiles visible at first on a phone; elsewhere part of the first row. They load eagerly. */
const firstSeen = 5

interface Props {
  /** Key for scroll restoration. */
  label: string
  /** Undefined: not loaded. */
  readings: readonly (Reading | undefined)[]
  /** What only this phone has, above the readings. */
  held?: readonly HeldOfMeter[]
  /** Position of the size slider. */
  step: number
  /** Below 576 px: one column. */
  narrow: boolean
  /** Unpaged. */
  virtual: boolean
  /** The alert of a reading; undefined: not loaded, or the reading has none. */
  alertOf: (reading: Reading) => Alert | undefined
  /** Undefined during the cooldown after a confirmation. */
  onConfirm: ((alert: Alert) => void) | undefined
  /** The open reading; the list scrolls to it. */
  opened?: number | undefined
  /** Reports the visible indices of an unpaged list. */
  onViewport: ((first: number, last: number) => void) | undefined
}

export function TileGrid(props: Props) {
  const { label, readings, held = [], step, narrow, virtual, alertOf, onConfirm, opened, onViewport } = props
  const { categories, units } = useMasters('categories', 'units')
  const categoryOf = new Map(categories.map((category) => [category.id, category]))
  const tile = (index: number) => {
    const own = held[index]
    if (own) {
      return (
        <HeldTile
          {...own}
          unit={nameIn(units, own.meter.meter_unit_id)}
          category={categoryOf.get(own.meter.meter_category_id)}
        />
      )
    }
    const reading = readings[index - held.length]
    if (reading === undefined) return undefined
    const shown = (
      <ReadingTile
        reading={reading}
        unit={nameIn(units, reading.meter.meter_unit_id)}
        category={categoryOf.get(reading.meter.meter_category_id)}
        first={index < firstSeen}
      />
    )
    return reading.is_abnormal ? (
      <AbnormalTile alert={alertOf(reading)} onConfirm={onConfirm}>
        {shown}
      </AbnormalTile>
    ) : (
      shown
    )
  }
  const place = readings.findIndex((reading) => opened !== undefined && reading?.id === opened)
  return (
    <div style={tileVariables(step)} data-narrow={narrow || undefined} className={classes.tiles}>
      <VirtualList
        className={classes.row}
        label={label}
        count={held.length + readings.length}
        item={tile}
        keyOf={(index) => held[index]?.held.id ?? readings[index - held.length]?.id ?? held.length - index}
        rowHeight={narrow ? 96 : tileHeight(step) + 120}
        virtual={virtual}
        opened={place < 0 ? -1 : place + held.length}
        onViewport={
          onViewport && ((first, last) => onViewport(Math.max(first - held.length, 0), last - held.length))
        }
      />
    </div>
  )
}

interface AbnormalTileProps {
  alert: Alert | undefined
  onConfirm: ((alert: Alert) => void) | undefined
  /** The tile. */
  children: ReactNode
}

/** A tile with what has become of its alert below it. The place is kept, so that nothing moves when alerts arrive. */
const AbnormalTile = ({ alert, onConfirm, children }: AbnormalTileProps) => (
  <Stack className={classes.card} gap={0} h="100%">
    {children}
    <div className={classes.below} data-unknown={alert === undefined || undefined}>
      {alert === undefined ? <Unknown /> : <Known alert={alert} onConfirm={onConfirm} />}
    </div>
  </Stack>
)

/** The alert is loading, or cannot be loaded without signal. */
function Unknown() {
  const { online } = useNetwork()
  return online ? null : <p className={classes.unknown}>アラートは電波の届く所で表示します</p>
}

function Known({ alert, onConfirm }: { alert: Alert } & Pick<AbnormalTileProps, 'onConfirm'>) {
  if (alert.confirm_at !== null) return <Confirmed alert={alert} />
  return (
    <Button
      h="auto"
      px={4}
      fz="sm"
      variant="light"
      data-removes
      data-disabled={onConfirm === undefined}
      aria-disabled={onConfirm === undefined}
      onClick={() => onConfirm?.(alert)}
    >
      <VisuallyHidden>{alert.meter_value.meter.name}のアラートを</VisuallyHidden>
      確認済みにする
    </Button>
  )
}

/** Says that an alert is confirmed and by whom, and leads to the alert with its comment. */
const Confirmed = ({ alert }: { alert: Alert }) => (
  <Link
    className={classes.confirmed}
    to="/alerts"
    search={{
      tab: 'confirmed',
      alert: alert.id,
      value: alert.worsened?.meter_value_id ?? alert.meter_value.id,
    }}
    state={{ openedHere: true }}
    preload={false}
  >
    <VisuallyHidden>{alert.meter_value.meter.name}のアラートは</VisuallyHidden>
    <Flex component="span" display="inline-flex" flex="none" gap={2} align="center" fw={600}>
      <IconCircleCheck size={16} color="var(--normal-text)" aria-hidden />
      確認済み
    </Flex>
    {alert.worsened !== undefined && (
      <Text component="span" inherit fw={700} c="var(--abnormal-text)">
        さらに悪化
      </Text>
    )}
    {alert.confirmed_by !== null && <span className={classes.who}>{alert.confirmed_by}</span>}
  </Link>
)
