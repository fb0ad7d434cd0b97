import { type Device, deviceType, isCamera, measures } from '../../../../contract/devices.ts'
import { Fact } from '../../../ui/text/Fact.tsx'
import { TimeText } from '../../../ui/text/TimeText.tsx'
import { durationText, resolutionName, retryText, typeNames } from '../deviceTexts.ts'
import { measuringText } from './measuringText.ts'
import { ParentLink } from './ParentLink.tsx'
import { SetupFacts } from './SetupFacts.tsx'

const onOff = (on: boolean): string => (on ? '有効' : '無効')

/** What is set and what a device says of itself. */
export function DeviceFacts({ device }: { device: Device }) {
  const { last_recorded_at: recorded, running_time: running, parent_device_id: parent } = device
  return (
    <div>
      <Fact label="端末名">{device.name}</Fact>
      <Fact label="シリアル番号">{device.serial_number ?? '未登録'}</Fact>
      <Fact label="種類">{typeNames[device.type]}</Fact>
      <Fact label="親機">{parent === null ? '未設定' : <ParentLink id={parent} />}</Fact>
      <SetupFacts device={device} />
      {measures(device.type) && <Fact label="測定設定">{measuringText(device)}</Fact>}
      {isCamera(device.type) && (
        <>
          <Fact label="撮影解像度">{resolutionName(device.resolution_type)}</Fact>
          <Fact label="オートフォーカス">{onOff(device.is_next_af)}</Fact>
          <Fact label="ブザー">{onOff(device.is_buzzer)}</Fact>
          <Fact label="フラッシュ">{onOff(device.is_flash)}</Fact>
        </>
      )}
      {measures(device.type) && (
        <>
          <Fact label="リトライ時間">{retryText(device)}</Fact>
          <Fact label="許容する時刻のずれ">{device.allow_time_drift.toLocaleString('ja-JP')} 秒</Fact>
          <Fact label={isCamera(device.type) ? '総撮影回数' : '総測定回数'}>
            {device.count.toLocaleString('ja-JP')} 回
          </Fact>
          <Fact label="最終測定日時">{recorded === null ? '未測定' : <TimeText time={recorded} />}</Fact>
        </>
      )}
      {device.type !== deviceType.mobile && (
        <Fact label="総稼働時間">{running === null ? 'データ無し' : durationText(running)}</Fact>
      )}
      <Fact label="登録日時">
        <TimeText time={device.created_at} />
      </Fact>
      <Fact label="更新日時">
        <TimeText time={device.updated_at} />
      </Fact>
    </div>
  )
}
