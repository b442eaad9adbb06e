export const plans = ['free', 'paid'] as const
export type Plan = (typeof plans)[number]
