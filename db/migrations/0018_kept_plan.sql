-- Its plans depend on no value. Without this, PostgreSQL compares the cost of the plan it could keep with those of earlier plans,
-- some of them from when the table was smaller, and makes a new plan for each call.
ALTER FUNCTION replace_authorisations(json) SET plan_cache_mode = force_generic_plan;
