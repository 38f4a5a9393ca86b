export const backoffMs = (
  failures: number,
  { minMs, maxMs }: { minMs: number; maxMs: number },
): number => Math.min(maxMs, minMs * 2 ** Math.max(0, failures - 1))
