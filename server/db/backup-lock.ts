/** An advisory lock: shared while a backup copies pictures, exclusive while pictures are removed from storage. */
export const backupLock = 0x6b656e74
