import { Box } from '@mantine/core'
import clsx from 'clsx'
import type { CategoryType } from '../../../../contract/categories.ts'
import { type Device, isAnalogInput, measures } from '../../../../contract/devices.ts'
import type { Meter } from '../../../../contract/meters.ts'
import { formatRange } from '../../../../text/formatNumber.ts'
import { channels, parseAnalog } from '../../../lib/meters/analogSettings.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { ValueText } from '../../../shared/readings/ValueText.tsx'
import { ScreenLink } from '../../../ui/layout/ScreenLink.tsx'
import { PlainTime } from '../../../ui/text/PlainTime.tsx'
import classes from './DeviceMeters.module.css'

/** The meters that a device measures, with their latest values; of an analog unit also their channels. */
export function DeviceMeters({ device }: { device: Device }) {
  const { meters, units, categories } = useMasters('meters', 'units', 'categories')
  if (device.meters.length === 0) {
    return (
      <Box component="p" c="dimmed">
        未登録{device.deleted_at === null && measures(device.type) && <HowToAttach />}
      </Box>
    )
  }
  return (
    <ul>
      {device.meters.map(({ id, name }) => {
        const meter = meters.find((each) => each.id === id)
        return (
          <li key={id} className={classes.row}>
            <ScreenLink
              route="/meters/$id"
              params={{ id: String(id) }}
              className="break-anywhere touch-padding"
            >
              {name}
            </ScreenLink>
            {meter && (
              <Latest
                meter={meter}
                unit={nameIn(units, meter.meter_unit_id)}
                type={categories.find((each) => each.id === meter.meter_category_id)?.type}
              />
            )}
            {meter && isAnalogInput(device.type) && (
              <Box component="span" flex="0 1 100%" fz="sm" c="dimmed">
                {channelText(meter.analog_settings)}
              </Box>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** A device without a meter is refused: leads to where one is attached. */
const HowToAttach = () => (
  <span className={classes.advice}>
    。<ScreenLink route="/meters">メーター</ScreenLink>
    を追加または編集し、「測定端末」でこの端末を選択すると、測定値を受け取れます。
  </span>
)

interface LatestProps {
  meter: Meter
  unit: string | undefined
  type: CategoryType | undefined
}

function Latest({ meter, unit, type }: LatestProps) {
  const { last_reading: last, decimal_point: decimals } = meter
  if (last === null)
    return (
      <Box component="span" c="dimmed">
        未測定
      </Box>
    )
  return (
    <ScreenLink
      route="/meter-value/$id"
      params={{ id: String(last.id) }}
      className={clsx(classes.value, 'touch-padding')}
    >
      <ValueText
        value={last.value}
        unit={unit}
        decimals={decimals}
        abnormal={last.is_abnormal}
        unsure={last.is_unsure}
        state={last.read_state}
        type={type}
        reasons={last.reasons}
        size="sm"
        wraps
      />
      <PlainTime time={last.created_at} />
    </ScreenLink>
  )
}

/** 入力 4 〜 20 mA、値 0 〜 100. */
function channelText(settings: string | null): string {
  const analog = parseAnalog(settings)
  if (analog === null) return 'アナログ入力設定 未設定'
  const label = channels.find(({ channel }) => channel === analog.channel)?.label ?? '未設定'
  return `入力 ${label}、値 ${formatRange(analog.min, analog.max, null)}`
}
