import { ActionIcon, Button, Group } from '@mantine/core'
import { IconArrowLeft, IconDeviceCctv, IconPencil, IconTrash } from '@tabler/icons-react'
import type { Meter } from '../../../../contract/meters.ts'
import { nameIn } from '../../../lib/queries/masters.ts'
import { DeviceStatus } from '../../../shared/devices/DeviceStatus.tsx'
import { pinTypeNames } from '../../../shared/maps/pinTypeNames.ts'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { ScreenLink } from '../../../ui/layout/ScreenLink.tsx'
import type { NamedRow } from '../../../ui/table/column.ts'
import { RowSkeletons } from '../../../ui/table/Skeletons.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import classes from './MapPinPanel.module.css'
import { PinStatePill } from './PinStatePill.tsx'
import type { PinFacts, TypedCategory } from './pinFacts.ts'

interface Props {
  facts: PinFacts
  units: readonly NamedRow[]
  categories: readonly TypedCategory[]
  /** The devices could not be loaded. */
  failed: boolean
  onBack: () => void
  onEdit: () => void
  onDevices: () => void
  onRemove: () => void
}

/** The selected pin with its devices and their meters. */
export function MapPinPanel(props: Props) {
  const { facts, units, categories, failed, onBack, onEdit, onDevices, onRemove } = props
  const { pin, devices, meters, state } = facts
  return (
    <section className={classes.panel} aria-label={`${pin.name}の端末一覧`}>
      <div className={classes.head}>
        <ActionIcon aria-label="ピン一覧に戻る" onClick={onBack}>
          <IconArrowLeft size={22} aria-hidden />
        </ActionIcon>
        <h2 className={classes.name}>{pin.name}</h2>
        <ActionIcon variant="default" aria-label={`ピン「${pin.name}」を編集`} onClick={onEdit}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={`ピン「${pin.name}」を削除`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </div>
      <Group gap="xs">
        <span className={classes.type}>{pinTypeNames[pin.type]}</span>
        <PinStatePill facts={facts} />
      </Group>
      {state && (
        <Button variant="light" leftSection={<IconDeviceCctv size={18} aria-hidden />} onClick={onDevices}>
          端末を編集
        </Button>
      )}
      {state === null ? (
        failed ? (
          <p className={classes.none}>端末を読み込めませんでした。</p>
        ) : (
          <RowSkeletons count={2} />
        )
      ) : devices.length === 0 ? (
        <p className={classes.none}>端末はまだありません。「端末を編集」から選んでください。</p>
      ) : (
        <ul aria-label="端末一覧">
          {devices.map((device) => (
            <li key={device.id} className={classes.device}>
              <div className={classes.title}>
                <ScreenLink route="/devices/$id" params={{ id: String(device.id) }}>
                  {device.name}
                </ScreenLink>
                <DeviceStatus status={device.status} />
              </div>
              {device.outage && (
                <p className={classes.silence}>
                  <TimeText time={device.outage.since} />
                  から測定が届いていません
                </p>
              )}
              <Meters
                meters={meters.filter(({ device_id: id }) => id === device.id)}
                units={units}
                categories={categories}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

interface MetersProps extends Pick<Props, 'units' | 'categories'> {
  meters: readonly Meter[]
}

function Meters({ meters, units, categories }: MetersProps) {
  if (meters.length === 0) return <p className={classes.none}>メーター未登録</p>
  return (
    <ul>
      {meters.map((meter) => {
        const { id, name, last_reading: last } = meter
        return (
          <li key={id} className={classes.meter}>
            <ScreenLink route="/meters/$id" params={{ id: String(id) }}>
              {name}
            </ScreenLink>
            {last === null ? (
              <span className={classes.none}>データ無し</span>
            ) : (
              <span className={classes.value}>
                <ValueText
                  value={last.value}
                  unit={nameIn(units, meter.meter_unit_id)}
                  decimals={meter.decimal_point}
                  abnormal={last.is_abnormal}
                  unsure={last.is_unsure}
                  state={last.read_state}
                  reasons={last.reasons}
                  type={categories.find((each) => each.id === meter.meter_category_id)?.type}
                />
                <span className={classes.time}>
                  <TimeText time={last.created_at} />
                </span>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
