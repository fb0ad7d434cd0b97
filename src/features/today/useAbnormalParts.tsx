import { useQuery } from '@tanstack/react-query'
import type { Alert } from '../../../contract/alerts.ts'
import { deviceStatus, deviceType } from '../../../contract/devices.ts'
import { useDeviceTroubles } from '../../lib/live/useOpenAlerts.ts'
import { occurringAlertsQuery, pastAlertsQuery } from '../../lib/queries/alerts.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { nameIn, useMasters } from '../../lib/queries/masters.ts'
import { reviewCountQuery } from '../../lib/queries/review/review.ts'
import { AlertJudgement } from '../../shared/alerts/AlertJudgement.tsx'
import { AlertValue } from '../../shared/alerts/AlertValue.tsx'
import { AssigneeText } from '../../shared/alerts/AssigneeText.tsx'
import { DeviceStatus } from '../../shared/devices/DeviceStatus.tsx'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import type { Part } from './part.ts'
import { counted } from './part.ts'
import { Row } from './Row.tsx'

/** As many of each are shown; its list has the others. */
const maxRows = 5

/** Alerts and devices that need somebody, first what nobody works on. What somebody has confirmed is not among them. */
export function useAbnormalParts(): Part[] {
  const occurring = useQuery(occurringAlertsQuery)
  const past = useQuery(pastAlertsQuery)
  const devices = useQuery(devicesQuery)
  const review = useQuery(reviewCountQuery)
  const troubles = useDeviceTroubles()
  const { units, inspections } = useMasters('units', 'inspections')
  const deviceOf = (meterId: number) =>
    devices.data?.find(
      ({ type, meters }) => type !== deviceType.mobile && meters.some(({ id }) => id === meterId),
    )?.name
  const isTaken = ({ assignee }: Alert) => assignee !== undefined
  const alerts = occurring.data?.alerts.toSorted(
    (one, other) => Number(isTaken(one)) - Number(isTaken(other)),
  )
  return [
    {
      name: '発生中のアラート',
      ...counted(occurring, ({ count }) => count),
      list: { route: '/alerts', search: { tab: 'occurring' } },
      rows: alerts?.slice(0, maxRows).map((alert) => {
        const { meter_value: reading } = alert
        const { meter, meter_id: meterId } = reading
        const unit = nameIn(units, meter.meter_unit_id)
        return (
          <Row
            key={alert.id}
            tone="abnormal"
            name={meter.name}
            route="/alerts"
            search={{ tab: 'occurring', alert: alert.id, value: reading.id }}
            value={<AlertValue reading={reading} unit={unit} size="lg" />}
            facts={[
              <AlertJudgement key="judgement" alert={alert} decimals={meter.decimal_point} unit={unit} />,
              <>
                <PlainTime time={alert.created_at} />
                から
              </>,
              <>
                担当：
                <AssigneeText alert={alert} />
              </>,
              deviceOf(meterId),
              nameIn(inspections, meter.inspection_id),
            ]}
          />
        )
      }),
    },
    {
      name: '異常のある端末',
      ...counted(devices, () => troubles.length),
      list: { route: '/alerts', search: { tab: 'occurring' } },
      rows: troubles.slice(0, maxRows).map(({ id, name, outage, status }) => (
        <Row
          key={id}
          tone="abnormal"
          name={name}
          route="/devices/$id"
          params={{ id: String(id) }}
          value={<DeviceStatus status={status} />}
          facts={[
            outage !== null && status !== deviceStatus.communicationError && '測定値が届いていません',
            outage && (
              <>
                <PlainTime time={outage.since} />
                から
              </>
            ),
          ]}
        />
      )),
    },
    {
      name: '終了した未確認のアラート',
      ...counted(past, (count) => count),
      list: { route: '/alerts', search: { tab: 'past' } },
    },
    { name: '要確認の測定値', ...counted(review, (count) => count), list: { route: '/review' } },
  ]
}
