/** An advisory lock: exclusive while a backup copies pictures, shared while pictures are removed from storage. */
export const backupLock = 0x6b656e74
