import { contract } from '../../../contract/contract.ts';
import type { Dependencies } from '../../dependencies.ts';
import { storedImage } from '../../customers/profile/service.ts';
import { readWhole } from '../../integrations/images/port.ts';
import { loanInDetail } from '../../loans/service.ts';
import { docketByPublicId, maskedDocket } from '../../origination/agreements/service.ts';
import { transaction } from '../../platform/database.ts';
import { fileAnswer } from '../../platform/http/file-answer.ts';
import { fail, ok } from '../../platform/http/result.ts';
import { route, staffOf, type Route } from '../../platform/http/route.ts';
import { isOverDaily } from '../../staff/actions/service.ts';
import { readableCustomer, recordView } from './service.ts';
import { previewLink } from './links.ts';
import { pageOf } from './page.ts';
import { timelineOf } from './timeline.ts';

export function customerRoutes(deps: Dependencies): Route[] {
  return [readPage(deps), readTimeline(deps), readImage(deps), readAgreement(deps), previewRoute(deps)];
}

function readPage(deps: Dependencies): Route {
  return route('GET /api/staff/customers/{id}', async (call) => {
    const staff = staffOf(call);
    const found = await readableCustomer(deps.db, call.params.id, staff);
    if (!found.ok) return found;
    const customer = found.value;
    const result = await pageOf(deps, customer, staff.permissions);
    await recordView(deps, { action: 'GET /api/staff/customers/{id}', staff, origin: call.origin, customer });
    return ok({ result });
  });
}

function readTimeline(deps: Dependencies): Route {
  return route('GET /api/staff/customers/{id}/timeline', async (call) => {
    const staff = staffOf(call);
    const found = await readableCustomer(deps.db, call.params.id, staff);
    if (!found.ok) return found;
    const customer = found.value;
    const answer = await timelineOf(deps, customer, call.query, staff.permissions);
    const action = 'GET /api/staff/customers/{id}/timeline';
    const after = { items: answer.result.length };
    await recordView(deps, { action, staff, origin: call.origin, customer, after });
    return ok(answer);
  });
}

function readImage(deps: Dependencies): Route {
  return route('GET /api/staff/customers/{id}/images/{image}', async (call) => {
    const { params, origin } = call;
    const staff = staffOf(call);
    const found = await readableCustomer(deps.db, params.id, staff);
    if (!found.ok) return found;
    const customer = found.value;
    const image = await storedImage(deps.db, customer.id, params.image);
    if (!image) return fail('not_found');
    const { storage_key: storageKey, sha256 } = image;
    const body = await readWhole(deps, { storageKey, sha256 }, { image: params.image });
    if (!body) return fail('unavailable');
    const action = 'GET /api/staff/customers/{id}/images/{image}';
    await recordView(deps, { action, staff, origin, customer, after: { image: image.kind } });
    return ok(fileAnswer({ type: 'image/jpeg', body, name: `${image.kind}.jpg`, isInline: true }));
  });
}

function readAgreement(deps: Dependencies): Route {
  return route('GET /api/staff/customers/{id}/loans/{loan}/agreement', async (call) => {
    const { params, origin } = call;
    const staff = staffOf(call);
    const found = await readableCustomer(deps.db, params.id, staff);
    if (!found.ok) return found;
    const customer = found.value;
    const loan = await loanInDetail(deps.db, params.loan);
    if (loan?.customerId !== customer.id) return fail('not_found');
    const docket = await docketByPublicId(deps.db, customer.country, loan.publicId);
    if (!docket) return fail('not_found');
    const { storage_key: storageKey, sha256 } = docket;
    // Staff without permission for masked fields get a file with them masked.
    const isWhole = staff.permissions.has('customers.unmask');
    const body = isWhole
      ? await readWhole(deps, { storageKey, sha256 }, { loanId: loan.id })
      : await maskedDocket(deps, loan.id);
    if (!body) return fail('unavailable');
    const action = 'GET /api/staff/customers/{id}/loans/{loan}/agreement';
    const { daily } = contract[action];
    const isOver = await transaction(deps.db, (tx) =>
      isOverDaily(tx, staff, action, daily, deps.clock.now()),
    );
    if (isOver) return fail('daily_limit');
    const after = { loan: loan.id, ...(isWhole ? {} : { copy: 'masked' }) };
    await recordView(deps, { action, staff, origin, customer, after });
    const name = `contrato-${loan.id}${isWhole ? '' : '-tapado'}.pdf`;
    const digest = isWhole ? { digest: sha256.toString('hex') } : {};
    return ok(fileAnswer({ type: 'application/pdf', body, name, isInline: true, ...digest }));
  });
}

function previewRoute(deps: Dependencies): Route {
  return route('GET /api/staff/customers/{id}/links/{link}', async (call) => {
    const staff = staffOf(call);
    const found = await readableCustomer(deps.db, call.params.id, staff);
    const { link } = call.params;
    return found.ok ? previewLink(deps, found.value, { link, staffId: staff.staffId }) : found;
  });
}
