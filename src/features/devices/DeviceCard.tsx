import { IconDeviceCctv } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Device } from '../../../contract/devices.ts'
import { Thumbnail } from '../../ui/stage/Thumbnail.tsx'
import { useCurrentMinute } from '../../ui/text/currentMinute.ts'
import { PlainTime } from '../../ui/text/PlainTime.tsx'
import { Battery } from './Battery.tsx'
import { CurrentStatus } from './CurrentStatus.tsx'
import classes from './DeviceCard.module.css'
import type { DeviceKind } from './deviceKinds.ts'
import { adviceOf, keyAdviceOf } from './deviceTexts.ts'
import { MeterLinks } from './MeterLinks.tsx'
import { Signal } from './Signal.tsx'
import { TargetLink } from './TargetLink.tsx'

interface Props {
  device: Device
  kind: DeviceKind
  actions: ReactNode
}

/** On phones and tablets: how it is, when it last reported, and what to do. */
export function DeviceCard({ device, kind, actions }: Props) {
  const advice = adviceOf(device)
  const keyAdvice = keyAdviceOf(device, useCurrentMinute())
  const pictured = kind.name === 'camera'
  const last = kind.name === 'wifi' ? device.last_communicated_at : device.last_recorded_at
  return (
    <article className={classes.card} aria-label={device.name} data-pictured={pictured || undefined}>
      {pictured && (
        <div className={classes.picture}>
          <Thumbnail
            src={device.last_picture?.thumbnail ?? null}
            fallback={<IconDeviceCctv size={36} stroke={1.25} aria-hidden />}
          />
        </div>
      )}
      <div className={classes.facts}>
        <h2 className={classes.name}>
          <TargetLink route="/devices/$id" id={device.id} name={device.name}>
            {device.name}
          </TargetLink>
        </h2>
        <div className={classes.states}>
          <CurrentStatus device={device} />
          {kind.name !== 'mobile' && (
            <>
              {kind.name !== 'wifi' && <Battery percent={device.battery_per} />}
              <Signal dbm={device.last_dbm_recorded} />
            </>
          )}
        </div>
        <p className={classes.time}>
          {kind.name === 'wifi' ? '最終通信' : '最終測定'}{' '}
          {last === null ? kind.name === 'wifi' ? '通信なし' : '未測定' : <PlainTime time={last} />}
        </p>
        {kind.name !== 'wifi' && <MeterLinks meters={device.meters} />}
      </div>
      {advice && (
        <p className={classes.advice}>
          <strong>{advice.cause}。</strong>
          {advice.check}
        </p>
      )}
      {keyAdvice && (
        <p className={classes.advice}>
          <strong>{keyAdvice.cause}。</strong>
          {keyAdvice.check}
        </p>
      )}
      <div className={classes.actions}>{actions}</div>
    </article>
  )
}
