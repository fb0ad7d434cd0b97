import type { Data } from '../../../contract/calls/endpoint.ts'
import { type meterEndpoints, rangeEffectLimit } from '../../../contract/meters.ts'
import { formatNumber } from '../../../text/formatNumber.ts'

export type Effect = Data<typeof meterEndpoints.rangeEffect>

/** What a range would change, in words. */
export function rangeEffectText({
  readings,
  to_abnormal: abnormal,
  to_normal: normal,
  ends_alert: endsAlert,
}: Effect): string {
  const end = endsAlert ? '発生中のアラートは終了し、「過去」に移ります。' : ''
  if (readings === 0) return `直近30日の測定値はありません。${end}`
  const parts = [
    abnormal > 0 && `${formatNumber(abnormal, 0)}件が正常から異常に`,
    normal > 0 && `${formatNumber(normal, 0)}件が異常から正常に`,
  ].filter((part) => part !== false)
  const newest = readings >= rangeEffectLimit ? '新しい' : ''
  const among = `直近30日の${newest}測定値${formatNumber(readings, 0)}件`
  if (parts.length === 0) return `${among}の判定は変わりません。${end}`
  return `保存すると、${among}のうち、${parts.join('、')}変わります。${end}`
}
