import { Flex, Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { isDigital } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import { hasCumulativeMode } from '../../../contract/values/cumulative.ts'
import { hasReadingSettings } from '../../../contract/values/readingSettings.ts'
import { formatNumber } from '../../../text/formatNumber.ts'
import { useHeld } from '../../lib/held/held.ts'
import { channels, parseAnalog } from '../../lib/meters/analogSettings.ts'
import { useAccount } from '../../lib/queries/account.ts'
import { nameIn, useCategoryType, useMasters } from '../../lib/queries/masters.ts'
import { CategoryName } from '../../shared/categories/CategoryName.tsx'
import { RangeText } from '../../shared/ranges/RangeText.tsx'
import { Rejudging } from '../../shared/readings/Rejudging.tsx'
import { ScreenLink } from '../../ui/layout/ScreenLink.tsx'
import { Fact } from '../../ui/text/Fact.tsx'
import { TimeText } from '../../ui/text/TimeText.tsx'
import { CounterFacts } from './CounterFacts.tsx'
import { cumulativeModeText } from './cumulativeModes.ts'
import { DeviceSilence } from './DeviceSilence.tsx'
import { LastValue } from './LastValue.tsx'
import classes from './MeterFacts.module.css'
import { ManagementFacts } from './management/ManagementFacts.tsx'
import { kindOf, meterDeviceKind } from './meterDeviceKinds.ts'
import { QrRow } from './QrRow.tsx'
import { hasReadLine } from './ReadLineField.tsx'
import { type SettingChange, type SettingDialog, SettingRows } from './SettingRows.tsx'
import type { SettingDialogs } from './settingDialogs.ts'
import { rangeOf, valueModeText } from './valueModes.ts'

/** Lazy: the ledger would be loaded with the list of meters otherwise. */
const UsageFact = lazy(async () => ({ default: (await import('./usages/UsageFact.tsx')).UsageFact }))
const usageSkeleton = <Skeleton height={24} width="16em" />

interface Props {
  meter: Meter
  dialogs: SettingDialogs
  /** The dialog that opens by itself. */
  start: SettingDialog | null
  /** Saves a setting at once. */
  onSetting: (change: SettingChange) => Promise<void>
}

const unregistered = '未登録'

export function MeterFacts({ meter, dialogs, start, onSetting }: Props) {
  const { units, categories, groups, inspections } = useMasters(
    'units',
    'categories',
    'groups',
    'inspections',
  )
  const held = useHeld().get(meter.id)
  const { ai_boost_model: hasModel } = useAccount()
  const unit = nameIn(units, meter.meter_unit_id)
  const category = categories.find(({ id }) => id === meter.meter_category_id)
  const type = useCategoryType(meter.meter_category_id)
  const range = rangeOf(meter.start_value, meter.end_value)
  const isRead = category !== undefined && hasReadingSettings(category.type, { ...meter, range })
  const analog = parseAnalog(meter.analog_settings)
  const { device, last_reading: last, decimal_point: decimals } = meter
  return (
    <div>
      <Fact label="メーター名">{meter.name}</Fact>
      {meter.place_note && <Fact label="設置場所のメモ">{meter.place_note}</Fact>}
      <ManagementFacts meter={meter} />
      <Fact label="最新の測定値">
        {held ? (
          <span className={classes.last}>
            <LastValue meter={meter} last={held} unit={unit} size="lg" />
            <TimeText time={held.at} />
          </span>
        ) : last ? (
          <span className={classes.last}>
            <ScreenLink route="/meter-value/$id" params={{ id: String(last.id) }}>
              <LastValue meter={meter} last={last} unit={unit} size="lg" />
            </ScreenLink>
            <TimeText time={last.created_at} />
          </span>
        ) : (
          '未測定'
        )}
      </Fact>
      {meter.is_cumulative && (
        <Suspense fallback={<Fact label="使用量">{usageSkeleton}</Fact>}>
          <UsageFact meter={meter} unit={unit ?? ''} />
        </Suspense>
      )}
      <Fact label="測定端末">
        {device ? (
          <Flex component="span" display="inline-flex" wrap="wrap" gap="4px 12px" align="center">
            <ScreenLink route="/devices/$id" params={{ id: String(device.id) }}>
              {device.name}
            </ScreenLink>
            <DeviceSilence device={device} />
          </Flex>
        ) : (
          unregistered
        )}
      </Fact>
      {analog && (
        <Fact label="アナログ入力設定">
          {channels.find(({ channel }) => channel === analog.channel)?.label}（最小値{' '}
          {formatNumber(analog.min, null)}、最大値 {formatNumber(analog.max, null)}）
        </Fact>
      )}
      <Fact label="単位">{unit ?? unregistered}</Fact>
      <Fact label="メーターグループ">{nameIn(groups, meter.meter_group_id) ?? unregistered}</Fact>
      <Fact label="点検グループ">{nameIn(inspections, meter.inspection_id) ?? unregistered}</Fact>
      <Fact label="測定範囲">
        <RangeText start={meter.start_value} end={meter.end_value} decimals={decimals} unit={unit} />
      </Fact>
      <Fact label="異常範囲">
        <RangeText
          start={meter.emergency_start_value}
          end={meter.emergency_end_value}
          decimals={decimals}
          unit={unit}
        />
        <Rejudging rejudging={meter.rejudging} />
      </Fact>
      <Fact label="AIブースト">
        {meter.use_ai_boost ? (hasModel ? '有効' : '有効（AIモデルは未設定）') : '無効'}
      </Fact>
      <Fact label="メーター種別">{category ? <CategoryName category={category} /> : unregistered}</Fact>
      {category && isDigital(category.type) && (
        <>
          <Fact label="桁数">{meter.digit_number === null ? unregistered : `${meter.digit_number} 桁`}</Fact>
          <Fact label="小数点以下の桁数">{decimals === null ? unregistered : `${decimals} 桁`}</Fact>
        </>
      )}
      {category && hasCumulativeMode(category.type) && (
        <Fact label="積算">{cumulativeModeText(meter.cumulative_mode, meter.is_cumulative)}</Fact>
      )}
      {meter.is_cumulative && <CounterFacts meter={meter} unit={unit ?? ''} />}
      {hasReadLine(category?.type, meter.read_line_index) && (
        <Fact label="読取行番号">{meter.read_line_index ?? unregistered}</Fact>
      )}
      {!analog && <Fact label="使う値">{valueModeText(meter.value_mode, isRead)}</Fact>}
      <SettingRows
        dialogs={dialogs}
        meterId={meter.id}
        meterName={meter.name}
        hasReadings={last !== null}
        start={start}
        pictured={kindOf(device) !== meterDeviceKind.analogInput}
        basis={{
          picture: meter.image,
          category: type,
          settings: meter.settings,
          pins: meter.pins,
          area: meter.area,
          range: { start: meter.start_value, end: meter.end_value },
          digits: { digitNumber: meter.digit_number, decimalPoint: decimals },
          boost: meter.use_ai_boost,
          unit,
        }}
        onChange={onSetting}
      />
      <QrRow meter={meter} />
      <Fact label="登録日時">
        <TimeText time={meter.created_at} />
      </Fact>
      <Fact label="更新日時">
        <TimeText time={meter.updated_at} />
      </Fact>
    </div>
  )
}
