import { type ComponentProps, useEffect, useState } from 'react'
import { createReader } from '../../../../reader/web/index.ts'
import { useBusy } from '../../../pwa/busy.ts'
import { Capture } from '../Capture.tsx'
import { CaptureFrame } from '../CaptureFrame.tsx'
import classes from './LiveCapture.module.css'
import { LiveView } from './LiveView.tsx'
import { useLiveCamera } from './useLiveCamera.ts'
import { useWakeLock } from './useWakeLock.ts'

interface Props extends Omit<ComponentProps<typeof Capture>, 'live' | 'reader'> {
  location: string
}

/** Camera and reader go on from meter to meter; everything else begins anew with each. */
export function LiveCapture({ location, ...props }: Props) {
  const { meter } = props
  const live = useLiveCamera()
  const [reader] = useState(createReader)
  useEffect(() => () => reader.close(), [reader])
  useBusy('camera', true)
  useWakeLock()
  return (
    <CaptureFrame title={meter.name} location={location}>
      <div className={classes.screen}>
        <LiveView live={live} />
        <Capture key={meter.id} {...props} live={live} reader={reader} />
      </div>
    </CaptureFrame>
  )
}
