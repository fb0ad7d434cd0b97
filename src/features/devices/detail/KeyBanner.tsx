import { IconKey } from '@tabler/icons-react'
import type { Device } from '../../../../contract/devices.ts'
import { isKeyExpired } from '../../../shared/keys/keyExpiry.ts'
import { useCurrentMinute } from '../../../ui/text/currentMinute.ts'
import { keyAdviceOf } from '../deviceTexts.ts'
import classes from './Banner.module.css'

/** Warns about a device's own key that has expired or expires soon. */
export function KeyBanner({ device }: { device: Device }) {
  const now = useCurrentMinute()
  const advice = keyAdviceOf(device, now)
  if (advice === null) return null
  return (
    <section
      className={classes.banner}
      data-tone={isKeyExpired(device.key_expire_at, now) ? 'abnormal' : 'waiting'}
      aria-label="キーの有効期限"
    >
      <IconKey size={24} className={classes.icon} aria-hidden />
      <div>
        <p className={classes.title}>{advice.cause}。</p>
        <p>{advice.check}</p>
      </div>
    </section>
  )
}
