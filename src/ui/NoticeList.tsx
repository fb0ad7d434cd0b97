import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** The news that is shown now. */
const NoticeList = () => <Notifications position="top-right" />

export default NoticeList
