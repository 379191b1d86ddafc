/**
 * What a member of the staff may do. A call names one of these, and everything else (the check of a call, the published
 * contract, the menus) derives from it.
 *
 * `writes`: it changes something. `money`: it moves or promises money, which an administrator never does.
 */
export const PERMISSIONS = {
  'team.read': { writes: false, money: false },
  'team.manage': { writes: true, money: false },
  'team.approve': { writes: true, money: false },
  'audit.read': { writes: false, money: false },
  'audit.export': { writes: false, money: false },
  'customers.read': { writes: false, money: false },
  'customers.files': { writes: false, money: false },
  'customers.unmask': { writes: true, money: false },
  'customers.contact': { writes: true, money: false },
  'customers.correct': { writes: true, money: false },
  'customers.approve': { writes: true, money: false },
  'tickets.read': { writes: false, money: false },
  'tickets.work': { writes: true, money: false },
  'requests.decide': { writes: true, money: true },
  'requests.approve': { writes: true, money: true },
  'files.attach': { writes: true, money: false },
  'files.read': { writes: false, money: false },
  'money.read': { writes: false, money: false },
  'money.work': { writes: true, money: true },
  'money.approve': { writes: true, money: true },
  'operation.read': { writes: false, money: false },
  'operation.work': { writes: true, money: true },
  'operation.approve': { writes: true, money: true },
  'config.read': { writes: false, money: false },
  'config.change': { writes: true, money: false },
  'config.approve': { writes: true, money: false },
  'prices.change': { writes: true, money: true },
  'prices.approve': { writes: true, money: true },
  'figures.read': { writes: false, money: false },
  'figures.export': { writes: false, money: false },
  'lists.export': { writes: false, money: false },
  'identity.read': { writes: false, money: false },
  'identity.decide': { writes: true, money: true },
  'holds.read': { writes: false, money: false },
  // Keeping somebody from something, which anybody who sees a reason may do.
  'holds.place': { writes: true, money: false },
  'holds.lift': { writes: true, money: true },
  'holds.approve': { writes: true, money: true },
  // That somebody was reported to an authority: nobody else learns it (docs/decisions/0086-holds.md).
  'holds.compliance': { writes: false, money: false },
  'payouts.read': { writes: false, money: false },
  // Keeping money back, which anybody who sees a reason may do.
  'payouts.hold': { writes: true, money: false },
  'payouts.work': { writes: true, money: true },
  'payouts.approve': { writes: true, money: true },
} as const satisfies Record<string, { readonly writes: boolean; readonly money: boolean }>;

export type Permission = keyof typeof PERMISSIONS;

export const STAFF_ROLES = [
  'agent',
  'analyst',
  'collector',
  'treasury',
  'accounting',
  'compliance',
  'head',
  'auditor',
  'administrator',
] as const;

export type StaffRole = (typeof STAFF_ROLES)[number];

/** The one table of who may do what: an auditor only reads, an administrator touches no money. */
export const ROLE_PERMISSIONS: Readonly<Record<StaffRole, readonly Permission[]>> = {
  agent: [
    'tickets.read',
    'tickets.work',
    'requests.decide',
    'customers.read',
    'customers.files',
    'customers.unmask',
    'customers.contact',
    'customers.correct',
    'identity.read',
    'payouts.read',
    'holds.read',
    'holds.place',
  ],
  analyst: [
    'config.read',
    'prices.change',
    'tickets.read',
    'customers.read',
    'customers.files',
    'customers.unmask',
    'customers.contact',
    'customers.correct',
    'figures.read',
    'identity.read',
    'identity.decide',
    'payouts.read',
    'payouts.hold',
    'holds.read',
    'holds.place',
    'holds.lift',
  ],
  collector: [
    'tickets.read',
    'tickets.work',
    'customers.read',
    'customers.unmask',
    'customers.contact',
    'figures.read',
    'money.read',
    'holds.read',
    'holds.place',
  ],
  treasury: [
    'config.read',
    'tickets.read',
    'customers.read',
    'files.attach',
    'files.read',
    'operation.read',
    'operation.work',
    'operation.approve',
    'figures.read',
    'figures.export',
    'lists.export',
    'money.read',
    'money.work',
    'payouts.read',
    'payouts.hold',
    'payouts.work',
    'payouts.approve',
    'holds.read',
  ],
  accounting: [
    'config.read',
    'customers.read',
    'files.read',
    'operation.read',
    'figures.read',
    'figures.export',
    'lists.export',
    'money.read',
    'money.approve',
    'payouts.read',
  ],
  compliance: [
    'team.read',
    'audit.read',
    'audit.export',
    'tickets.read',
    'requests.decide',
    'requests.approve',
    'customers.read',
    'customers.files',
    'customers.unmask',
    'customers.approve',
    'files.read',
    'operation.read',
    'operation.approve',
    'config.read',
    'config.approve',
    'prices.approve',
    'figures.read',
    'figures.export',
    'lists.export',
    'money.read',
    'identity.read',
    'identity.decide',
    'payouts.read',
    'payouts.hold',
    'files.attach',
    'holds.read',
    'holds.compliance',
    'holds.place',
    'holds.lift',
    'holds.approve',
  ],
  head: [
    'team.read',
    'team.approve',
    'audit.read',
    'audit.export',
    'tickets.read',
    'tickets.work',
    'requests.decide',
    'requests.approve',
    'customers.read',
    'customers.files',
    'customers.unmask',
    'customers.contact',
    'customers.correct',
    'customers.approve',
    'files.attach',
    'files.read',
    'operation.read',
    'operation.work',
    'operation.approve',
    'config.read',
    'config.change',
    'config.approve',
    'prices.change',
    'prices.approve',
    'figures.read',
    'figures.export',
    'lists.export',
    'money.read',
    'money.work',
    'money.approve',
    'identity.read',
    'identity.decide',
    'payouts.read',
    'payouts.hold',
    'payouts.work',
    'payouts.approve',
    'holds.read',
    'holds.compliance',
    'holds.place',
    'holds.lift',
    'holds.approve',
  ],
  auditor: [
    'team.read',
    'audit.read',
    'audit.export',
    'tickets.read',
    'customers.read',
    'customers.files',
    'files.read',
    'operation.read',
    'config.read',
    'figures.read',
    'figures.export',
    'lists.export',
    'money.read',
    'identity.read',
    'payouts.read',
    'holds.read',
    'holds.compliance',
  ],
  administrator: [
    'team.read',
    'team.manage',
    'team.approve',
    'audit.read',
    'operation.read',
    'config.read',
    'config.change',
    'config.approve',
  ],
};

const ALL_BUT = (role: StaffRole) =>
  STAFF_ROLES.filter((each) => each !== role).map((each) => [role, each] as const);

/**
 * Roles that nobody holds together: one of each pair would ask for what the other approves, or touch what the other
 * only looks after.
 */
export const INCOMPATIBLE_ROLES: readonly (readonly [StaffRole, StaffRole])[] = [
  ...ALL_BUT('auditor'),
  ...ALL_BUT('administrator').filter(([, each]) => each !== 'auditor'),
  ['treasury', 'accounting'],
  ['treasury', 'compliance'],
  // Who corrects a contact does not move money.
  ['treasury', 'agent'],
  ['treasury', 'analyst'],
  ['accounting', 'agent'],
  ['accounting', 'analyst'],
  // Compliance approves what these ask for.
  ['compliance', 'agent'],
  ['compliance', 'analyst'],
  ['compliance', 'head'],
];

/** A pair of these roles that nobody holds together; undefined where there is none. */
export const incompatibleOf = (roles: readonly StaffRole[]): readonly [StaffRole, StaffRole] | undefined =>
  INCOMPATIBLE_ROLES.find((pair) => pair.every((role) => roles.includes(role)));

/** All that these roles allow together. */
export function permissionsOf(roles: readonly StaffRole[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
}

/** Whether somebody with these permissions may make a call of the staff. */
export function mayMake(
  { permission }: { readonly permission?: Permission | 'any' },
  held: ReadonlySet<Permission>,
): boolean {
  return permission === 'any' || (permission !== undefined && held.has(permission));
}
