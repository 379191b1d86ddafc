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
  'operation.read': { writes: false, money: false },
  'operation.work': { writes: true, money: true },
  'operation.approve': { writes: true, money: true },
  'config.read': { writes: false, money: false },
  'config.change': { writes: true, money: false },
  'prices.change': { writes: true, money: true },
  'prices.approve': { writes: true, money: true },
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
  ],
  collector: ['tickets.read', 'tickets.work', 'customers.read', 'customers.unmask', 'customers.contact'],
  treasury: [
    'config.read',
    'tickets.read',
    'customers.read',
    'files.attach',
    'files.read',
    'operation.read',
    'operation.work',
    'operation.approve',
  ],
  accounting: ['config.read', 'customers.read', 'files.read', 'operation.read'],
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
    'prices.approve',
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
    'prices.change',
    'prices.approve',
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
  ],
  administrator: [
    'team.read',
    'team.manage',
    'team.approve',
    'audit.read',
    'operation.read',
    'config.read',
    'config.change',
  ],
};

/** All that these roles allow together. */
export function permissionsOf(roles: readonly StaffRole[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
}
