import { ModalsProvider } from '@mantine/modals'

/** Where `confirm` shows its questions; they come by events, so it stands beside the screens rather than around them. */
export const ConfirmDialogs = () => <ModalsProvider>{null}</ModalsProvider>
