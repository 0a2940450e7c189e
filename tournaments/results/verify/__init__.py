"""What `arena verify` holds against the record of a tournament: what can be recomputed, and what cannot be so."""
