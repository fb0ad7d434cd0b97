import { createFileRoute } from '@tanstack/react-router'
import { PushSetting } from '../features/alerts/PushSetting.tsx'
import { ThisDevice } from '../features/captures/outbox/ThisDevice.tsx'
import { MyPage } from '../features/users/MyPage.tsx'

export const Route = createFileRoute('/my-page')({
  staticData: { access: 'user' },
  component: () => <MyPage notifications={<PushSetting />} thisDevice={<ThisDevice />} />,
})
