"""`results.sqlite`: what is kept, in which bytes, and how damage is found."""
