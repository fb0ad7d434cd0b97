import { Notifications } from '@mantine/notifications'

/** Where `notify` shows its news. */
export const Notices = () => <Notifications position="top-right" />
