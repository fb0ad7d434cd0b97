import Webcam from 'react-webcam'
import classes from './LiveView.module.css'
import { cameraConstraints } from './useCamera.ts'
import type { LiveCamera } from './useLiveCamera.ts'

/** The rear camera's whole picture. Keeps running during review, so that permission is not asked again. */
export function LiveView({ live: { camera, attach } }: { live: LiveCamera }) {
  return (
    <div className={classes.live}>
      {camera.wanted && (
        <Webcam
          key={camera.round}
          ref={attach}
          className={classes.video ?? ''}
          audio={false}
          videoConstraints={cameraConstraints}
          onUserMedia={camera.onStream}
          onUserMediaError={camera.onTrouble}
          aria-label="カメラの映像"
        />
      )}
    </div>
  )
}
