import { createFileRoute } from '@tanstack/react-router'
import { AuthCard } from '../features/sessions/AuthCard.tsx'
import { BackToLogin } from '../features/sessions/BackToLogin.tsx'
import { WifiQr } from '../features/wifi/WifiQr.tsx'
import { accessKey } from '../lib/session/sessionKeys.ts'
import { Page } from '../ui/layout/Page.tsx'

export const Route = createFileRoute('/qr-code')({
  staticData: { access: 'public', signedIn: 'admin' },
  component: QrCode,
})

const title = 'WiFi QRコード'

function QrCode() {
  if (accessKey() !== null) {
    return (
      <Page title={title}>
        <WifiQr />
      </Page>
    )
  }
  return (
    <AuthCard title={title} wide links={<BackToLogin />}>
      <WifiQr />
    </AuthCard>
  )
}
