import { ActionIcon, Box, Button, Flex, Group } from '@mantine/core'
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
    <Flex component="section" direction="column" gap="sm" aria-label={`${pin.name}の端末一覧`}>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon aria-label="ピン一覧に戻る" onClick={onBack}>
          <IconArrowLeft size={22} aria-hidden />
        </ActionIcon>
        <Box component="h2" flex={1} miw={0} fz="lg" lh={1.35} className="break-anywhere">
          {pin.name}
        </Box>
        <ActionIcon variant="default" aria-label={`ピン「${pin.name}」を編集`} onClick={onEdit}>
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={`ピン「${pin.name}」を削除`} onClick={onRemove}>
          <IconTrash size={18} aria-hidden />
        </ActionIcon>
      </Group>
      <Group gap="xs">
        <Box component="span" fz="sm" c="dimmed">
          {pinTypeNames[pin.type]}
        </Box>
        <PinStatePill facts={facts} />
      </Group>
      {state && (
        <Button variant="light" leftSection={<IconDeviceCctv size={18} aria-hidden />} onClick={onDevices}>
          端末を編集
        </Button>
      )}
      {state === null ? (
        failed ? (
          <Box component="p" fz="sm" c="dimmed">
            端末を読み込めませんでした。
          </Box>
        ) : (
          <RowSkeletons count={2} />
        )
      ) : devices.length === 0 ? (
        <Box component="p" fz="sm" c="dimmed">
          端末はまだありません。「端末を編集」から選んでください。
        </Box>
      ) : (
        <ul aria-label="端末一覧">
          {devices.map((device) => (
            <li key={device.id} className={classes.device}>
              <Flex
                wrap="wrap"
                gap="4px 8px"
                align="baseline"
                justify="space-between"
                fw={700}
                className="break-anywhere"
              >
                <ScreenLink route="/devices/$id" params={{ id: String(device.id) }}>
                  {device.name}
                </ScreenLink>
                <DeviceStatus status={device.status} />
              </Flex>
              {device.outage && (
                <Box component="p" fz="sm" c="var(--waiting-text)">
                  <TimeText time={device.outage.since} />
                  から測定が届いていません
                </Box>
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
    </Flex>
  )
}

interface MetersProps extends Pick<Props, 'units' | 'categories'> {
  meters: readonly Meter[]
}

function Meters({ meters, units, categories }: MetersProps) {
  if (meters.length === 0)
    return (
      <Box component="p" fz="sm" c="dimmed">
        メーター未登録
      </Box>
    )
  return (
    <ul>
      {meters.map((meter) => {
        const { id, name, last_reading: last } = meter
        return (
          <Flex
            key={id}
            component="li"
            wrap="wrap"
            gap="4px 8px"
            align="baseline"
            justify="space-between"
            py={4}
          >
            <ScreenLink route="/meters/$id" params={{ id: String(id) }}>
              {name}
            </ScreenLink>
            {last === null ? (
              <Box component="span" fz="sm" c="dimmed">
                データ無し
              </Box>
            ) : (
              <Flex component="span" gap="xs" align="baseline">
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
                <Box component="span" fz="sm" c="dimmed">
                  <TimeText time={last.created_at} />
                </Box>
              </Flex>
            )}
          </Flex>
        )
      })}
    </ul>
  )
}
